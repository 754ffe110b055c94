import { untilAborted } from '@rlm/repl-types/internal';

import type { EngineRecipe } from '../contract/engine.js';
import { startOnce } from '../host/start-once.js';
import { probeFailure } from '../host/unavailable.js';
import { javascriptInstructions } from '../javascript/instructions.js';
import type { V8Options } from './options.js';
import { planIsolation, type Isolation } from './plan.js';
import { sources, type V8Sources } from './sources.js';
import { startEngine } from './start-engine.js';

/** The engine of `v8()`. What it learns about the computer is kept for later starts. */
export function createV8Recipe(
  options: Required<V8Options>,
  scripts: V8Sources = sources,
): EngineRecipe {
  let planned: Promise<Isolation> | undefined;
  const prepare = (): Promise<Isolation> => {
    const plan = (planned ??= planIsolation(options));
    plan.catch(() => {
      planned = undefined;
    });
    return plan;
  };
  return Object.freeze({
    name: 'v8',
    language: 'javascript',
    isolation: 'process+os',
    capabilities: {
      snapshot: false,
      survivesTimeout: true,
      concurrentCalls: true,
      helpers: true,
      preflight: true,
    },
    instructions: () => javascriptInstructions('ES2024, V8'),
    async probe() {
      try {
        const isolation = await prepare();
        await startOnce((how) => startEngine(isolation, how, scripts));
        return { ok: true };
      } catch (error) {
        return probeFailure(error);
      }
    },
    async start(start) {
      const isolation = await untilAborted(prepare(), start.abortSignal);
      return startEngine(isolation, start, scripts);
    },
  } satisfies EngineRecipe);
}
