import { serveEngines } from '../../process/serve-engines.js';
import type { WasmSource } from '../options.js';
import { createQuickJSRecipe } from '../recipe.js';
import type { QuickJSSources } from '../sources.js';

/** What a process of QuickJS engines is told. */
export interface QuickJSLoad {
  readonly wasm: Exclude<WasmSource, { kind: 'installed' | 'module' }>;
  readonly sources: QuickJSSources;
}

serveEngines(({ wasm, sources }: QuickJSLoad) => createQuickJSRecipe(wasm, sources));
