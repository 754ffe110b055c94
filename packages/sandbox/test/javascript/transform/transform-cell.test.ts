import { describe, expect, it } from 'vitest';

import {
  transformCell,
  type TransformedCell,
} from '../../../src/javascript/transform/transform-cell.js';
import * as typeScript from '../../../src/javascript/transform/typescript.js';

const names = new Set(['llm_query']);
const transform = (code: string): TransformedCell => transformCell(code, names, () => typeScript);

/** What becomes of code that other code follows: then none of it is the last expression. */
function transformBefore(code: string): string {
  const transformed = transform(`${code}\n;;`);
  return 'code' in transformed ? transformed.code.slice(0, -3) : transformed.message;
}

describe('transformCell', () => {
  it.each([
    ['const a = 1', 'var   a = 1'],
    ['let { b, c: [d] } = x', 'var { b, c: [d] } = x'],
    ['class A {}', 'var A=class A {};'],
    ['for (const a of b) c(a)', 'for (const a of b) c(a)'],
    ['{ let inner = 1 }', '{ let inner = 1 }'],
    ['function f() { const a = 1 }', 'function f() { const a = 1 }'],
  ])('keeps bindings: %s', (code, expected) => {
    expect(transformBefore(code)).toBe(expected);
  });

  it.each([
    ['var r = llm_query("q")\nprint(r)', 'var r = await llm_query("q")\nprint(r)'],
    ['print(llm_query("q"))', 'print(await llm_query("q"))'],
    ['var n = llm_query("q").length', 'var n = (await llm_query("q")).length'],
    ['x\nllm_query("q").trim()', 'x\nvoid (await llm_query("q")).trim()'],
    [
      'async function f() { var r = llm_query(1); g(r) }',
      'async function f() { var r = await llm_query(1); g(r) }',
    ],
    ['if (llm_query("q") === "yes") f()', 'if (await llm_query("q") === "yes") f()'],
  ])('repairs a forgotten await: %s', (code, expected) => {
    expect(transformBefore(code)).toBe(expected);
  });

  it.each([
    ['await llm_query("q")'],
    ['var p = llm_query("q")\nprint(await p)'],
    ['await Promise.all([llm_query(1), llm_query(2)])'],
    ['await Promise.all(list.map((c) => llm_query(c)))'],
    ['llm_query("q").then(print)'],
    ['function f() { return llm_query("q") }'],
    ['var ps = []; ps.push(llm_query(1)); await Promise.all(ps)'],
    ['other("q")'],
  ])('leaves alone: %s', (code) => {
    expect(transformBefore(code)).toBe(code);
  });

  it.each([
    ['let a: number = 1', 'var a = 1'],
    ['print(x as string)', 'print(x )'],
    ['print(x!)', 'print(x)'],
    ['interface A { b: string }', ''],
    ['type A = string', ''],
    ['function f<T>(a: T, b?: number): T { return a }', 'function f(a, b) { return a }'],
  ])('takes types out: %s', (code, expected) => {
    expect(transformBefore(code)).toBe(expected);
  });

  it.each([
    ['x', 'await (x)'],
    ['f();', 'await (f());'],
    ['var a = 1\n(a, b) // a comment', 'var a = 1\n(a, b) // a comment'],
    ['g;\n({ a: 1 })  ;', 'g;\nawait (({ a: 1 })  );'],
    ['await f()', 'await (await f())'],
    ['llm_query("q").length', 'await ((await llm_query("q")).length)'],
    ['"use strict"', '"use strict"'],
    ['x = 1', 'x = 1'],
    ['i++', 'i++'],
    ['if (a) b', 'if (a) b'],
  ])('awaits the value of the last expression: %s', (code, expected) => {
    const hasValue = expected.includes('await (');
    expect(transform(code)).toMatchObject({ code: expected, hasValue });
  });

  it('says what is wrong with the syntax, and where', () => {
    expect(transform('let a = 1\nlet b = = 2')).toMatchObject({ line: 2 });
    expect(transform('import fs from "fs"')).toMatchObject({
      message: expect.stringMatching(/\bmodules .*not available\b/) as string,
    });
  });
});
