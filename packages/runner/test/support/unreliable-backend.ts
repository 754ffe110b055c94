import type { SandboxBackend, SandboxSession } from '@rlm/sandbox';

import { numberOf } from './numbers.js';

/** What became of the sessions of an unreliable backend. */
export interface SessionCounts {
  opened: number;
  /** Closed by whoever opened them. */
  closed: number;
  /** Killed while a cell ran in them. */
  killed: number;
}

/**
 * A real backend whose sessions die: each cell has the chance `share` that its session is ended under it. Which ones
 * die depends on the sessions' seeds alone.
 */
export function unreliable(
  backend: SandboxBackend,
  share: number,
  counts: SessionCounts,
): SandboxBackend {
  return {
    ...backend,
    async open(options) {
      const session = await backend.open(options);
      counts.opened += 1;
      return mortal(session, options?.seed ?? '', share, counts);
    },
  };
}

function mortal(
  session: SandboxSession,
  seed: string,
  share: number,
  counts: SessionCounts,
): SandboxSession {
  const place = `${seed}#${String(counts.opened)}`;
  let isClosed = false;
  let cells = 0;
  const close = async (): Promise<void> => {
    await session.close();
    if (!isClosed) counts.closed += 1;
    isClosed = true;
  };
  return {
    backend: session.backend,
    language: session.language,
    set: (name, value) => session.set(name, value),
    get: (name) => session.get(name),
    variables: () => session.variables(),
    idle: () => session.idle(),
    async execute(code, options) {
      cells += 1;
      const result = session.execute(code, options);
      if (numberOf(`${place}/${String(cells)}`) < share) {
        counts.killed += 1;
        // Some as the cell begins, some in the midst of its calls.
        await new Promise((resolve) => setTimeout(resolve, (counts.killed % 3) * 20));
        await session.close();
      }
      return result;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
