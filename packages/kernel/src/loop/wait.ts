import { startDeadline } from '../platform/abort-linker.js';
import type { RunScope } from '../scope/run-scope.js';

/** The result of work that the kernel waited for. */
export type Waited<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'failed'; readonly error: unknown }
  /** The run was interrupted, and the work did not end within `graceMs`: its result is ignored. */
  | { readonly type: 'abandoned' };

/** Waits for `work`; once the run is interrupted, no longer than `graceMs`. */
export function waitFor<T>(scope: RunScope, work: Promise<T>): Promise<Waited<T>> {
  return new Promise((resolve) => {
    let cancelGrace: (() => void) | undefined;
    const forget = scope.whenInterrupted(() => {
      cancelGrace ??= startDeadline(scope.clock, scope.graceMs, () => {
        settle({ type: 'abandoned' });
      });
    });
    function settle(waited: Waited<T>): void {
      forget();
      cancelGrace?.();
      resolve(waited);
    }
    work.then(
      (value) => {
        settle({ type: 'done', value });
      },
      (error: unknown) => {
        settle({ type: 'failed', error });
      },
    );
  });
}

/**
 * Waits for `work`, but no longer than `graceMs`; then abandons it, with a diagnostic of this code.
 */
export async function withGrace(
  scope: RunScope,
  code: string,
  work: Promise<unknown>,
): Promise<void> {
  const { clock, graceMs } = scope;
  await new Promise<void>((resolve, reject) => {
    const cancel = startDeadline(clock, graceMs, () => {
      scope.diagnose({ code, message: `It did not end within ${graceMs} ms` });
      resolve();
    });
    work
      .then(() => {
        resolve();
      }, reject)
      .finally(cancel);
  });
}
