import { SandboxError } from '../contract/errors.js';
import { defaultLimits } from '../contract/limits.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { instructions } from './instructions.js';
import { montyVersion } from './locate.js';
import { type MontyOptions, resolveOptions } from './options.js';
import { type PlannedWorker, planWorker } from './plan.js';
import { startMonty } from './start-engine.js';

/** Changes whenever images of earlier versions of the adapter could not be opened any more. */
const adapter = 1;

/** The recipe of the backend on the Monty worker. */
export function createMontyRecipe(given: MontyOptions = {}): EngineRecipe {
  const options = resolveOptions(given);
  let planned: Promise<PlannedWorker> | undefined;
  const prepare = (): Promise<PlannedWorker> => (planned ??= planWorker(options));
  const start: EngineRecipe['start'] = async (how) => {
    const plan = await prepare();
    if (plan.ok) return startMonty(plan.command, how);
    const message = `monty cannot start here: ${plan.reason} (${plan.hint})`;
    throw new SandboxError('backend_unavailable', message);
  };
  return Object.freeze({
    name: 'monty',
    language: 'python',
    isolation: 'process',
    capabilities: { snapshot: true, survivesTimeout: false, concurrentCalls: false },
    instructions: () => instructions,
    build: () => Promise.resolve(`monty-${montyVersion}-${process.arch}-${adapter}`),
    probe: async () => {
      const plan = await prepare();
      if (!plan.ok) return plan;
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
        return { ok: false, reason: error instanceof Error ? error.message : String(error), hint };
      }
    },
    start,
  } satisfies EngineRecipe);
}
