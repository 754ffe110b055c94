import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { locatePyodide } from '../../../src/pyodide/locate.js';
import { isUsed } from '../../../src/pyodide/used-exports.js';
import { interpreterScript, loaderScript } from '../../../src/pyodide/worker/lean-script.js';

const { folder } = locatePyodide();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const interpreter = read('pyodide.asm.mjs');
const loader = read('pyodide.mjs');
const url = 'file:///pyodide.asm.mjs';
const naming = /[\w$]+=Module\["[\w$]+"\]=wasmExports\["([\w$]+)"\](?=[;}])/g;
const module = new WebAssembly.Module(readFileSync(join(folder, 'pyodide.asm.wasm')));
const functions = new Set(
  WebAssembly.Module.exports(module)
    .filter(({ kind }) => kind === 'function')
    .map(({ name }) => name),
);
const namesIn = (text: string): string[] => [...text.matchAll(naming)].map(([, name = '']) => name);

describe('interpreterScript', () => {
  const script = interpreterScript(interpreter, url);

  it('is a function', () => {
    expect(new Script(script).runInThisContext()).toBeTypeOf('function');
  });

  it('names all that are no functions, the functions that are used, and no others', () => {
    const isKept = (name: string): boolean => !functions.has(name) || isUsed(name, 0);
    expect(namesIn(script)).toEqual(namesIn(interpreter).filter(isKept));
    expect(script.length).toBeLessThan(0.7 * interpreter.length);
  });

  it('declares what it names, and nothing that it drops', () => {
    const [, names = ''] = /var ([\w$,]+),wasmTable,wasmMemory;/.exec(script) ?? [];
    const declared = new Set(names.split(','));
    const set = [...script.matchAll(/([\w$]+)=Module\["\1"\]=wasmExports\[/g)].map(
      ([, name]) => name,
    );
    expect(set.length).toBeGreaterThan(100);
    expect(set.filter((name = '') => !declared.has(name))).toEqual(['wasmTable']);
    expect(declared.size).toBeLessThan(600);
  });

  it('imports no module of Node.js', () => {
    expect(script).not.toContain('import("node:');
    expect(script).not.toContain('import.meta');
  });

  it('is not made of other texts', () => {
    const error = 'pyodide.asm.mjs';
    const other = interpreter.replace('newValue=addFunction(value)', 'newValue=find(value)');
    for (const text of ['export default 1;\n', other, `${interpreter}\n`]) {
      expect(() => interpreterScript(text, url)).toThrow(error);
    }
  });
});

describe('loaderScript', () => {
  const script = loaderScript(loader);

  it('is the function that loads', () => {
    expect(new Script(script).runInThisContext()).toBeTypeOf('function');
  });

  it('imports no module of Node.js', () => {
    expect(script).not.toContain('import("node:');
  });

  it('is not made of other texts', () => {
    const other = loader.replace('as loadPyodide', 'as load');
    expect(() => loaderScript(other)).toThrow('pyodide.mjs');
  });
});
