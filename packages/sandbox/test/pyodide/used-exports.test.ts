import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { locatePyodide } from '../../src/pyodide/locate.js';
import { isUsed, usedFunctions } from '../../src/pyodide/used-exports.js';

const { folder } = locatePyodide();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const module = new WebAssembly.Module(readFileSync(join(folder, 'pyodide.asm.wasm')));
const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');

/** What gives an export its name in JavaScript, which is not a use of it: `_f=Module["_f"]=wasmExports["f"]`. */
const naming = /([\w$]+)=(?:Module\["[^"]+"\]=)?wasmExports\["([^"]+)"\]/g;
const converting = /wasmExports\["([^"]+)"\]=makeWrapper_\w+\(wasmExports\["[^"]+"\]\)/g;

describe('the exports of the interpreter that are used', () => {
  it('are all functions that its JavaScript mentions besides', () => {
    const loader = read('pyodide.asm.mjs');
    const nameOf = new Map([...loader.matchAll(naming)].map(([, name, of]) => [of, name]));
    expect(nameOf.size).toBeGreaterThan(4_000);
    const declared = loader.indexOf(',wasmTable,wasmMemory;');
    expect(declared).toBeGreaterThan(0);
    const declaration = loader.slice(loader.lastIndexOf('var ', declared), declared);
    const rest = loader.replace(declaration, '').replace(converting, '').replace(naming, '');
    const mentioned = new Set((rest + read('pyodide.mjs')).match(/[\w$]+/g));
    const used = functions.filter(({ name }) => {
      const isCalledAsExport = rest.includes(`wasmExports["${name}"]`);
      return isCalledAsExport || mentioned.has(nameOf.get(name) ?? name);
    });
    expect(used.length).toBeGreaterThan(100);
    expect(used.map(({ name }) => name).filter((name) => !isUsed(name, 0))).toEqual([]);
  });

  it('are few', () => {
    expect(usedFunctions.trim().split(/\s+/).length).toBeLessThan(150);
    expect(functions.length).toBeGreaterThan(7_000);
  });
});
