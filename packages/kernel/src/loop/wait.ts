import type { PublishedEvent } from '../events/events.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { RunScope } from '../scope/run-scope.js';

/** What came of work that the kernel waited for. */
export type Waited<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'failed'; readonly error: unknown }
  /** The run was interrupted, and the work did not end within `graceMs`: nobody waits for it any more. */
  | { readonly type: 'abandoned' };

/** Waits for `work` and yields the run's events meanwhile. */
export async function* waitFor<T>(
  scope: RunScope,
  work: Promise<T>,
): AsyncGenerator<PublishedEvent, Waited<T>, undefined> {
  const { queue, clock, graceMs } = scope;
  const state: { waited?: Waited<T> } = {};
  const settle = (waited: Waited<T>): void => {
    state.waited ??= waited;
    queue.wake();
  };
  work.then(
    (value) => {
      settle({ type: 'done', value });
    },
    (error: unknown) => {
      settle({ type: 'failed', error });
    },
  );
  let cancelGrace: (() => void) | undefined;
  try {
    for (;;) {
      for (const event of queue.take()) yield event;
      if (state.waited !== undefined) return state.waited;
      if (scope.interruption() !== undefined) {
        cancelGrace ??= startDeadline(clock, graceMs, () => {
          settle({ type: 'abandoned' });
        });
      }
      await queue.wait();
    }
  } finally {
    cancelGrace?.();
  }
}

/** Waits for `work`, but no longer than `graceMs`; then it is abandoned, with a diagnostic of this code. */
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
