import { createContext, runInContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { toAsyncBody } from '../../src/v8/process/async-body.js';

/** Runs a script as a cell does; gives its value, or what it threw, and the context's variables. */
async function run(code: string, hasValue = false, before: object = {}): Promise<object> {
  const context = createContext(before);
  const { variables, functions, body } = toAsyncBody(code, hasValue);
  for (const name of variables) {
    if (!(name in before)) runInContext(`var ${name}`, context);
  }
  if (functions !== undefined) runInContext(functions, context);
  const ended = await new Promise<object>((resolve) => {
    const cell = {
      o: (value: unknown) => {
        resolve({ value });
      },
      e: (thrown: unknown) => {
        resolve({ thrown: String(thrown) });
      },
      f: (name: string, value: unknown) => Object.assign(context, { [name]: value }),
    };
    (runInContext(body, context) as (cell: object) => unknown)(cell);
  });
  return { ...ended, ...context };
}

describe('toAsyncBody', () => {
  it.each([
    ['a variable', 'var a = 1, b, c = 2', { a: 1, c: 2 }],
    ['an await', 'var a = await Promise.resolve(1)', { a: 1 }],
    [
      'an object that is taken apart',
      'var {a, b: [c], ...d} = {a: 1, b: [2], e: 3}',
      { a: 1, c: 2 },
    ],
    ['no semicolon before it', 'var a = 1\nvar [b] = [a]\nvar {c} = {c: 3}', { a: 1, b: 1, c: 3 }],
    [
      'loops',
      'var s = 0; for (var i = 0, n = 3; i < n; i++) s += i; for (var k of [1]); for (var j in {x: 1});',
      { s: 3, i: 3, n: 3, k: 1, j: 'x' },
    ],
    ['a branch without brackets', 'if (true) var a = 1; else var b = 2', { a: 1 }],
    ['a function that is called before it', 'var a = f(); function f() { return 1 }', { a: 1 }],
    ['a comment at the end', 'var a = 1 // the end', { a: 1 }],
    [
      'variables of functions, which are their own',
      'var a = (() => { var inner = 1; return inner })()',
      { a: 1 },
    ],
  ])('keeps %s', async (_name, code, expected) => {
    const result = await run(code);
    expect(result).toMatchObject({ value: undefined, ...expected });
    expect(Object.keys(result)).not.toContain('inner');
  });

  it('keeps values and functions of earlier cells', async () => {
    expect(await run('var a; var b = a + 1', false, { a: 1 })).toMatchObject({ a: 1, b: 2 });
  });

  it('keeps a function of a block, as scripts that are not strict do', async () => {
    const { f } = (await run('if (true) { function f() { return 1 } }')) as { f: () => number };
    expect(f()).toBe(1);
    expect(await run('"use strict"; if (true) { function f() {} }')).not.toHaveProperty('f');
  });

  it('gives the value of the last statement, and what is thrown', async () => {
    expect(await run('var a = 1\nawait (a + 1);', true)).toMatchObject({ value: 2 });
    expect(await run('var a = 1; throw new Error("x")')).toMatchObject({ thrown: 'Error: x' });
  });

  it('leaves lines where they are', () => {
    const code = 'function f() {\n  return 1\n}\nvar a = f()\nfunction g() { throw 1 }';
    const { functions, body } = toAsyncBody(code, false);
    expect(functions?.split('\n').map((line) => line.trim())).toEqual([
      'function f() {',
      'return 1',
      '}',
      '',
      'function g() { throw 1 }',
    ]);
    expect(body.split('\n')[3]).toBe('void (a = f())');
  });

  it('takes names that a cell does not have', async () => {
    expect(await run('var $cell = 1; var b = $cell')).toMatchObject({ $cell: 1, b: 1 });
  });

  it('is strict where the script is', async () => {
    const code =
      '"use strict"; var a = (function () { return this })(); function f() { return this }; var b = f()';
    expect(await run(code)).toMatchObject({ a: undefined, b: undefined });
  });

  it('runs as it is what is too deep to parse', () => {
    const deep = `${'('.repeat(50_000)}1${')'.repeat(50_000)}`;
    expect(toAsyncBody(deep, false).functions).toBe(deep);
  });
});
