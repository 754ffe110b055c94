import type { EngineRecipe } from '../../../src/engine.js';

/**
 * A recipe without snapshots, whose cell `die` ends its guest: the session then comes back by running its cells again, in a
 * real interpreter.
 */
export function mortalRecipe(recipe: EngineRecipe): EngineRecipe {
  return {
    ...recipe,
    isolation: recipe.isolation,
    capabilities: { ...recipe.capabilities, snapshot: false },
    async start(start) {
      const engine = await recipe.start(start);
      return {
        send(frame) {
          if (frame.type !== 'execute' || frame.code !== 'die') engine.send(frame);
          else start.events.onExit({ kind: 'crashed', reason: 'it died' });
        },
        interrupt: (reason) => {
          engine.interrupt(reason);
        },
        kill: () => engine.kill(),
      };
    },
  };
}
