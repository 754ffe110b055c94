import type { PublishedEvent } from '../events/events.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { RunScope } from '../scope/run-scope.js';

/** How a piece of work went that the kernel waited for. */
export type Attended<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'failed'; readonly error: unknown }
  /** The run was cut short, and the work did not end within the time of grace. */
  | { readonly type: 'left-behind' };

/** Waits for `work` and gives the run's events meanwhile. Work that cannot be cut short is left behind. */
export async function* attend<T>(
  scope: RunScope,
  work: Promise<T>,
): AsyncGenerator<PublishedEvent, Attended<T>, undefined> {
  const { mail, clock, graceMs } = scope;
  const state: { attended?: Attended<T> } = {};
  const settle = (attended: Attended<T>): void => {
    state.attended ??= attended;
    mail.knock();
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
      for (const event of mail.take()) yield event;
      if (state.attended !== undefined) return state.attended;
      if (scope.cut() !== undefined) {
        cancelGrace ??= startDeadline(clock, graceMs, () => {
          settle({ type: 'left-behind' });
        });
      }
      await mail.wait();
    }
  } finally {
    cancelGrace?.();
  }
}

/** Calls `work`, so that what it throws at once is a rejection like any other. */
export async function invoke<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}

/** Waits for `work`, but no longer than the time of grace: then it is left behind, with a remark. */
export async function within(scope: RunScope, code: string, work: Promise<unknown>): Promise<void> {
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
