import type { Run } from './run.js';

/**
 * The result of a run without its events: drains a {@link runLoop}, or awaits a {@link createRun}.
 */
export async function collect<Result>(
  run: Run<unknown, Result> | AsyncGenerator<unknown, Result, undefined>,
): Promise<Result> {
  if ('result' in run) return run.result;
  for (;;) {
    const next = await run.next();
    if (next.done === true) return next.value;
  }
}
