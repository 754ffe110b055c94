import type { Worker } from 'node:worker_threads';

import { compileLate } from '../../process/compile-late.js';
import { serveEngines } from '../../process/serve-engines.js';
import type { WasmSource } from '../options.js';
import { createQuickJSRecipe } from '../recipe.js';
import type { QuickJSSources } from '../sources.js';
import { makeImage } from '../worker/guest-image.js';

/** The first message to a process of QuickJS engines. */
export interface QuickJSLoad {
  readonly wasm: Exclude<WasmSource, { kind: 'installed' | 'module' }>;
  readonly sources: QuickJSSources;
}

/** Started by the bootstrap of the process. */
declare const thread: Worker;

serveEngines(({ wasm, sources }: QuickJSLoad) =>
  createQuickJSRecipe(wasm, sources, { compile: compileLate, thread, makeImage }),
);
