import type { REPLResult } from '@rlm/repl-types';

import type { SandboxSession } from '../../src/index.js';

/** Executes a cell that prints before it does what takes long; gives its result's promise when it has printed. */
export async function beginCell(
  session: SandboxSession,
  code: string,
  abortSignal?: AbortSignal,
): Promise<{ readonly running: Promise<REPLResult> }> {
  let tell = (): void => undefined;
  const printed = new Promise<void>((resolve) => (tell = resolve));
  const options = { onOutput: tell, abortSignal };
  const running = session.execute(code, options);
  await Promise.race([printed, running]);
  return { running };
}
