/** The parts of the interpreter that find a built-in module. */
export interface BuiltinModules {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  /**
   * Address of the pointer to the table of built-in modules: pairs of a name and the module's initialiser, up to a
   * null.
   */
  readonly _PyImport_Inittab: number;
  _PyUnicode_FromString(text: number): number;
  /** Forgets a module that was created once, with everything that it held. Takes the name and the module's origin. */
  __PyImport_ClearExtension(name: number, origin: number): number;
}

/** The built-in module through which Python reaches JavaScript. */
const bridge = '_pyodide_core';
/** Built-in modules that no guest may have: the bridge, and those that lead out of Python or write to any address of its memory. */
const removed: ReadonlySet<string> = new Set([
  bridge,
  ...['_ctypes', '_posixsubprocess', '_socket', '_remote_debugging'],
  ...['_testbuffer', '_testcapi', '_testinternalcapi', '_testlimitedcapi', '_xxtestfuzz'],
]);

/**
 * Takes the modules that lead outwards out of the interpreter: no name finds them in the table of built-in modules any more,
 * whatever a guest does with its finders, and the copy from which the bridge to JavaScript is made again is forgotten. Images of a
 * session hold the table as it is then.
 */
export function removeBuiltins(module: BuiltinModules): void {
  const table = (module.HEAPU32[module._PyImport_Inittab >>> 2] ?? 0) >>> 2;
  let hasBridge = false;
  for (let at = table; module.HEAPU32[at] !== 0; at += 2) {
    const address = module.HEAPU32[at] ?? 0;
    const name = textAt(module.HEAPU8, address);
    if (!removed.has(name)) continue;
    if (name === bridge) {
      hasBridge = true;
      const key = module._PyUnicode_FromString(address);
      module.__PyImport_ClearExtension(key, key);
    }
    // Names are compared as ASCII when they are looked up; this byte is not ASCII.
    module.HEAPU8[address] = 0xff;
  }
  if (!hasBridge) throw new Error(`there is no ${bridge} among the built-in modules`);
}

function textAt(memory: Uint8Array, address: number): string {
  const end = memory.indexOf(0, address);
  return String.fromCharCode(...memory.subarray(address, Math.min(end, address + 100)));
}
