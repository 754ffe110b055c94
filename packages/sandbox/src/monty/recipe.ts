import { startOnce } from '../host/start-once.js';
import { probeFailure } from '../host/unavailable.js';
import { preferWalls } from '../process/prefer-walls.js';
import type { Engine, EngineRecipe, EngineStart } from '../contract/engine.js';
import { instructions } from './instructions.js';
import { montyVersion } from './locate.js';
import { type MontyOptions, resolveOptions } from './options.js';
import { planWorker, type WorkerPlan } from './plan.js';
import { startMonty } from './start-engine.js';

/** Changes whenever images of earlier versions of the adapter could not be opened any more. */
const adapter = 3;

/** The recipe of the backend on the Monty worker. */
export function createMontyRecipe(given: MontyOptions = {}): EngineRecipe {
  const options = resolveOptions(given);
  let planned: Promise<WorkerPlan> | undefined;
  const plan = (): Promise<WorkerPlan> => {
    planned ??= planWorker(options);
    planned.catch(() => (planned = undefined));
    return planned;
  };
  const { start } = preferWalls<EngineStart, Engine>({
    async walled(how) {
      const { walled } = await plan();
      return walled && startMonty(walled.guest, how, walled.filter);
    },
    plain: async (how) => startMonty((await plan()).plain, how),
  });
  return Object.freeze({
    name: 'monty',
    language: 'python',
    isolation: 'process',
    // Its parser gives nobody a tree: cells run as they are.
    capabilities: {
      snapshot: true,
      survivesTimeout: false,
      concurrentCalls: false,
      helpers: true,
      preflight: false,
    },
    instructions: () => instructions,
    build: () => Promise.resolve(`monty-${montyVersion}-${process.arch}-${adapter}`),
    probe: async () => {
      try {
        await startOnce(start);
        return { ok: true };
      } catch (error) {
        const hint = 'the worker is for x86-64 Linux with glibc 2.28 or later; use pyodide()';
        return { hint, ...probeFailure(error) };
      }
    },
    start,
  } satisfies EngineRecipe);
}
