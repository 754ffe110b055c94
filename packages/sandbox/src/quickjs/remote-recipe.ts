/// <reference path="../inline.d.ts" />
import script from 'inline:./process/main.ts';

import type { RemoteRecipe } from '../process/remote-recipe.js';
import { locateQuickJS } from './locate.js';
import type { WasmSource } from './options.js';
import type { QuickJSLoad } from './process/main.js';
import { sources } from './sources.js';
import { usualRoom } from './threads.js';

/** Makes QuickJS engines in another process. The interpreter is located here, where imports are resolved. */
export function remoteRecipe(wasm: WasmSource): RemoteRecipe {
  if (wasm.kind === 'module') {
    return {
      script,
      data: () => undefined,
      readable: () => [],
      obstacle: 'a compiled WebAssembly.Module (`wasm`) cannot be handed to another process',
    };
  }
  const located = (): QuickJSLoad['wasm'] =>
    wasm.kind === 'installed' ? { kind: 'file', path: locateQuickJS() } : wasm;
  return {
    script,
    thread: usualRoom,
    data: (): QuickJSLoad => ({ wasm: located(), sources }),
    readable() {
      const source = located();
      return source.kind === 'file' ? [source.path] : [];
    },
  };
}
