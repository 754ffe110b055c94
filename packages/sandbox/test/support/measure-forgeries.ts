import { promiseSuite } from '@rlm/config/promise-suite';

import { defineBackend } from '../../src/engine.js';
import type { SandboxSession } from '../../src/index.js';
import { forgedRecipe, type ForgedRecipe } from './forged-process.js';

const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 60_000, maxHostCalls: 10_000 };

/** Opens a session in a process that does `attack`, within the bounds of the promise. */
type Measure = <Value>(
  name: string,
  attack: string,
  body: (session: SandboxSession, recipe: ForgedRecipe) => Promise<Value>,
) => Promise<Value>;

/** Measures the attacks of a file of tests. */
export function measureForgeries(suite: string): Measure {
  const promise = promiseSuite(suite);
  return (name, attack, body) => {
    const about = { backend: 'a forged process', name, memoryBytes: limits.memoryBytes };
    return promise.run(about, async ({ inTime }) => {
      const functions = { page: () => 'x'.repeat(1_000_000) };
      const recipe = forgedRecipe(attack);
      const session = await defineBackend(recipe).open({ limits, functions });
      try {
        return await body(session, recipe);
      } finally {
        await inTime(0, () => session.close());
      }
    });
  };
}
