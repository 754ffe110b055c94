import type { RunScope } from './run-scope.js';
import { startDeadline } from './signals.js';

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
