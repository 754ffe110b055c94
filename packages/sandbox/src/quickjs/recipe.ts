import guestSource from 'inline:./guest/main.ts';

import { probeFailure } from '../host/unavailable.js';
import { sha256Hex } from '../supervisor/content-key.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { QuickJSEngine } from './engine.js';
import { instructions } from './instructions.js';
import { createInterpreter, type Interpreter } from './interpreter.js';
import { readOptions, type QuickJSOptions } from './options.js';
import { createWorkerScript } from './worker-script.js';

/** The engine behind `quickjs()`. */
export function createQuickJSRecipe(options: QuickJSOptions = {}): EngineRecipe {
  const interpreter = createInterpreter(readOptions(options));
  const script = createWorkerScript();
  let build: Promise<string> | undefined;
  return {
    name: 'quickjs',
    language: 'javascript',
    isolation: 'wasm',
    capabilities: { snapshot: true, survivesTimeout: true, concurrentCalls: true },
    instructions: () => instructions,
    async probe() {
      try {
        await interpreter.check();
        return { ok: true };
      } catch (error) {
        return probeFailure(error);
      }
    },
    build() {
      build ??= describeBuild(interpreter);
      return build;
    },
    async start(start) {
      const module = await interpreter.moduleFor(start.limits.memoryBytes);
      return QuickJSEngine.start(start, { module, script });
    },
  };
}

async function describeBuild(interpreter: Interpreter): Promise<string> {
  const guest = new TextEncoder().encode(guestSource);
  const [engine, adapter] = await Promise.all([interpreter.identity(), sha256Hex(guest)]);
  return `quickjs-${engine.slice(0, 16)}-${adapter.slice(0, 16)}`;
}
