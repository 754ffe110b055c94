import { untilExpired } from '@rlm/repl-types/internal';

import { timersOf } from '../platform/abort-linker.js';
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
    let grace: Promise<unknown> | undefined;
    const forget = scope.whenInterrupted(() => {
      grace ??= graced(scope, work, () => {
        settle({ type: 'abandoned' });
      }).catch(() => undefined);
    });
    function settle(waited: Waited<T>): void {
      forget();
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
export function withGrace(scope: RunScope, code: string, work: Promise<unknown>): Promise<unknown> {
  return graced(scope, work, () => {
    scope.diagnose({ code, message: `It did not end within ${scope.graceMs} ms` });
  });
}

function graced<T, Late>(
  { clock, graceMs }: RunScope,
  work: Promise<T>,
  abandon: () => Late,
): Promise<T | Late> {
  return untilExpired(work, graceMs, abandon, timersOf(clock));
}
