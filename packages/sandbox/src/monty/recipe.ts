import { defaultLimits } from '../contract/limits.js';
import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { instructions } from './instructions.js';
import { montyVersion } from './locate.js';
import { type MontyOptions, resolveOptions } from './options.js';
import { planWorker } from './plan.js';
import { startMonty, type WorkerCommand } from './start-engine.js';

/** Changes whenever images of earlier versions of the adapter could not be opened any more. */
const adapter = 2;

/** The recipe of the backend on the Monty worker. */
export function createMontyRecipe(given: MontyOptions = {}): EngineRecipe {
  const options = resolveOptions(given);
  let planned: Promise<WorkerCommand> | undefined;
  const start: EngineRecipe['start'] = async (how) => {
    planned ??= planWorker(options);
    planned.catch(() => (planned = undefined));
    return startMonty(await planned, how);
  };
  return Object.freeze({
    name: 'monty',
    language: 'python',
    isolation: 'process',
    capabilities: { snapshot: true, survivesTimeout: false, concurrentCalls: false },
    instructions: () => instructions,
    build: () => Promise.resolve(`monty-${montyVersion}-${process.arch}-${adapter}`),
    probe: async () => {
      try {
        const engine = await start({
          functions: [],
          dialects: [],
          limits: defaultLimits,
          seed: '',
          events: { onFrame: () => undefined, onExit: () => undefined },
        });
        await engine.kill();
        return { ok: true };
      } catch (error) {
        const hint = 'the worker is for x86-64 Linux with glibc 2.28 or later; use pyodide()';
        return { hint, ...probeFailure(error) };
      }
    },
    start,
  } satisfies EngineRecipe);
}
