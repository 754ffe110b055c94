import { sha256Hex } from '@rlm/repl-types/internal';

import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../contract/engine.js';
import { QuickJSEngine } from './engine.js';
import { createInterpreter, type Interpreter } from './interpreter.js';
import type { WasmSource } from './options.js';
import type { QuickJSSources } from './sources.js';
import { createWorkerScript } from './worker-script.js';

/** The engine of `quickjs()`. */
export function createQuickJSRecipe(wasm: WasmSource, sources: QuickJSSources): EngineRecipe {
  const interpreter = createInterpreter(wasm);
  const script = createWorkerScript(sources.worker);
  let build: Promise<string> | undefined;
  return {
    name: 'quickjs',
    language: 'javascript',
    isolation: 'wasm',
    capabilities: {
      snapshot: true,
      survivesTimeout: true,
      concurrentCalls: true,
      helpers: true,
      preflight: true,
    },
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
      build ??= describeBuild(interpreter, sources);
      return build;
    },
    async start(start) {
      const module = await interpreter.moduleFor(start.limits.memoryBytes);
      return QuickJSEngine.start(start, { module, script, guestSource: sources.guest });
    },
  };
}

async function describeBuild(interpreter: Interpreter, sources: QuickJSSources): Promise<string> {
  const scripts = new TextEncoder().encode(`${sources.guest}\n${sources.worker}`);
  const [engine, adapter] = await Promise.all([interpreter.identity(), sha256Hex(scripts)]);
  return `quickjs-${engine.slice(0, 16)}-${adapter.slice(0, 16)}`;
}

const lines = [
  'The REPL runs JavaScript (ES2023, QuickJS); TypeScript types are ignored. Top-level variables, functions and classes stay, and may be declared again.',
  'print(...) and console.log(...) print; the value of a last expression is shown too, awaited. An assignment shows nothing. Values are cut at 4,000 characters.',
  'Host functions (llm_query and others) return promises: write `await llm_query(prompt)`; for many, `await Promise.all(list.map((item) => llm_query(item)))` or `await llm_query_batched(list)`. A failed call throws HostCallError.',
  'No modules (import, require), timers, files or network; the clock stands still while a block runs.',
];

/** The facts that a model needs about this REPL. */
const instructions: string = lines.join('\n');
