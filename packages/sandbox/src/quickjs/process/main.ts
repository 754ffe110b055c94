import { setFlagsFromString } from 'node:v8';

import { serveEngines } from '../../process/serve-engines.js';
import type { WasmSource } from '../options.js';
import { createQuickJSRecipe } from '../recipe.js';
import type { QuickJSSources } from '../sources.js';

/** The first message to a process of QuickJS engines. */
export interface QuickJSLoad {
  readonly wasm: Exclude<WasmSource, { kind: 'installed' | 'module' }>;
  readonly sources: QuickJSSources;
}

// V8's optimizing compiler begins with the largest functions of the interpreter while it boots, and takes more processor
// time for them than all else in a short session. With this budget (the largest there is) it begins after some 100,000
// instructions of the guest. It is read when a module is compiled.
setFlagsFromString('--wasm-tiering-budget=2147483647');

serveEngines(({ wasm, sources }: QuickJSLoad) => createQuickJSRecipe(wasm, sources));
