import { expect } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';

/** A session that does its work beside hostile ones. */
export interface Neighbour {
  /**
   * Runs a task while a cell of this session waits for an answer of the host. Afterwards the cell must end rightly, with its variables,
   * and have asked nothing twice.
   */
  beside<Value>(task: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

const cells = {
  python: {
    first: 'seen = [ask("zero")]',
    next: 'seen.append(ask("one"))\nseen.append(hold())\nprint(len(seen), seen[-1])',
  },
  javascript: {
    first: 'var seen = [await ask("zero")]',
    next: 'seen.push(await ask("one")); seen.push(await hold()); print(seen.length, seen.at(-1))',
  },
};

/** Opens a session of a backend in which nothing hostile happens. */
export async function openNeighbour(backend: SandboxBackend): Promise<Neighbour> {
  const code = cells[backend.language];
  let calls = 0;
  let seen = 1;
  let onHold = (): void => undefined;
  let held = Promise.resolve('');
  const functions = {
    ask: (text: string) => {
      calls += 1;
      return `${text}!`;
    },
    hold: () => {
      calls += 1;
      onHold();
      return held;
    },
  };
  const session = await backend.open({ functions });
  await session.execute(code.first);
  return {
    async beside(task) {
      calls = 0;
      let release: (text: string) => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      const isHeld = new Promise<void>((resolve) => (onHold = resolve));
      const running = session.execute(code.next);
      await Promise.race([isHeld, running]);
      try {
        return await task();
      } finally {
        release('held');
        seen += 2;
        const { stdout, outcome } = await running;
        expect({ outcome, stdout, calls }).toEqual({
          outcome: 'ok',
          stdout: `${seen} held\n`,
          calls: 2,
        });
      }
    },
    close: () => session.close(),
  };
}
