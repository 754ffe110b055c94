import { readFile } from 'node:fs/promises';

import guestSource from 'inline:./guest/main.ts';

import { SandboxError } from '../contract/errors.js';
import { sha256Hex } from '../supervisor/content-key.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { QuickJSEngine } from './engine.js';
import { instructions } from './instructions.js';
import { createModuleLoader } from './load-module.js';
import { locateQuickJS } from './locate.js';
import { createWorkerScript } from './worker-script.js';

/** The engine behind `quickjs()`. */
export function createQuickJSRecipe(): EngineRecipe {
  const loadModule = createModuleLoader();
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
        await readFile(locateQuickJS().wasmPath);
        return { ok: true };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const hint = SandboxError.isInstance(error) ? 'npm install quickjs-wasi@3.6.2' : undefined;
        return { ok: false, reason, ...(hint === undefined ? {} : { hint }) };
      }
    },
    build() {
      build ??= describeBuild();
      return build;
    },
    async start(start) {
      const { libraryUrl } = locateQuickJS();
      const module = await loadModule(start.limits.memoryBytes);
      return QuickJSEngine.start(start, { module, libraryUrl, script });
    },
  };
}

async function describeBuild(): Promise<string> {
  const wasm = await readFile(locateQuickJS().wasmPath);
  const guest = new TextEncoder().encode(guestSource);
  const [engine, adapter] = await Promise.all([sha256Hex(wasm), sha256Hex(guest)]);
  return `quickjs-${engine.slice(0, 16)}-${adapter.slice(0, 16)}`;
}
