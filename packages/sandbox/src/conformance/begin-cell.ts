import type { REPLResult, ReplLanguage } from '@rlm/repl-types';

import type { ExecuteOptions, SandboxSession } from '../contract/session.js';
import type { LifecycleStage } from './lifecycle-case.js';

/** A session, and the cell that has begun in it. */
export interface BegunCell {
  readonly session: SandboxSession;
  readonly running: Promise<REPLResult>;
}

/**
 * Executes a cell in a session of its own; resolves when the cell has called `begun()` of the host, which answers, or
 * `hang()`, which does not.
 */
export async function beginCell(
  { backend, code }: LifecycleStage,
  cell: Readonly<Record<ReplLanguage, string>>,
  options?: ExecuteOptions,
): Promise<BegunCell> {
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const hang = (): Promise<never> => {
    tell();
    return new Promise<never>(() => undefined);
  };
  const session = await backend.open({
    functions: {
      begun: () => {
        tell();
      },
      hang,
    },
  });
  const running = session.execute(code(cell), options);
  await Promise.race([told, running]);
  return { session, running };
}
