import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { quickjs } from '../../../src/quickjs/index.js';

const functions = { llm_query: (text: string) => `re:${text}` };

/** Ways to look into the lists of the sandbox's own code; `seen` gets what they find. */
const spies: readonly (readonly [name: string, code: string])[] = [
  [
    'the iterator of lists',
    'const old = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { spy(this); return old.call(this) }',
  ],
  [
    'setters of indices',
    'for (let i = 0; i < 40; i++) Object.defineProperty(Array.prototype, i, { configurable: true, set(v) { spy(this); Object.defineProperty(this, i, { value: v, writable: true, enumerable: true, configurable: true }) } })',
  ],
  [
    'getters of descriptions',
    'Object.defineProperty(Object.prototype, "get", { configurable: true, value: undefined }); Object.defineProperty(Object.prototype, "enumerable", { configurable: true, get() { spy([this]); return false } })',
  ],
  [
    'methods of lists, texts and objects',
    'for (const [o, n] of [[Array.prototype, "push"], [Array.prototype, "includes"], [String.prototype, "startsWith"], [Object, "setPrototypeOf"], [Object, "defineProperty"], [Reflect, "apply"], [Math, "max"]]) { const old = o[n]; o[n] = function (...args) { spy([this, ...args]); return old.apply(this, args) } }',
  ],
];

describe('a cell that patches', () => {
  it.each(spies)('%s sees nothing of the sandbox, and swaps no name', async (_, patch) => {
    const session = await quickjs().open({ functions });
    await session.set('context', 'the context');
    await session.execute(
      `globalThis.seen = 0; globalThis.spy = (list) => { for (let i = 0; i < list.length; i++) { const entry = list[i]; if (entry && typeof entry === 'object' && 'name' in entry && 'value' in entry) { seen++; entry.value = 'swapped' } } }; ${patch}`,
    );
    await session.execute('FINAL = 1; llm_query = 2; context = 3; print(await llm_query)');
    await session.set('more', [1]);
    await session.execute('try { FINAL_VAR("nothing") } catch {}');
    await session.execute('undefined');
    const result = await session.execute(
      'print(context, typeof FINAL, seen); print(await llm_query("q")); FINAL("mine")',
    );
    await session.close();
    expect(result.finalOutput).toEqual({ type: 'direct', answer: 'mine' });
    expect(result.stdout).toBe('the context function 0\nre:q\n');
  });
});

/** What listing the variables could run, if it asked the objects. Each adds to `ran`. */
const traps: readonly (readonly [name: string, code: string])[] = [
  [
    'methods of texts',
    'for (const name of ["concat", "charCodeAt", "slice"]) String.prototype[name] = () => { ran++; return "X" }; var a = { b: 1 }',
  ],
  [
    'a prototype that is a proxy',
    'var a = Object.create(new Proxy({}, { getOwnPropertyDescriptor() { ran++ }, getPrototypeOf() { ran++; return null } }))',
  ],
  [
    'a class that is a proxy',
    'var C = class {}; C.prototype.constructor = new Proxy(class B {}, { getOwnPropertyDescriptor() { ran++ } }); var a = new C()',
  ],
  [
    'a function that is a proxy',
    'var a = new Proxy(function f() {}, { getOwnPropertyDescriptor() { ran++ } })',
  ],
  [
    'a getter for what describes a getter',
    'Object.defineProperty(Object.prototype, "value", { configurable: true, get() { ran++; return 5 } }); var a = { get x() { return 1 } }',
  ],
  [
    'a getter in the place of a hole',
    'Object.defineProperty(Array.prototype, 0, { configurable: true, get() { ran++; return 5 } }); var a = [, 1]; a.more = 1',
  ],
  [
    'a list whose prototype is a proxy',
    'var a = Object.setPrototypeOf([1, , 2], new Proxy([], { get() { ran++ }, has() { ran++ }, getOwnPropertyDescriptor() { ran++ } }))',
  ],
  [
    'a boxed number that looks like an object',
    'var a = { n: Object.setPrototypeOf(Object.defineProperty(new Number(1), "valueOf", { value() { ran++; return 7 } }), Object.prototype) }',
  ],
  [
    'a toJSON that is not listed',
    'var a = [Object.defineProperty({ x: 1 }, "toJSON", { value() { ran++; return 7 } })]',
  ],
  [
    'a toJSON of the prototype of lists',
    'Object.setPrototypeOf(Array.prototype, { toJSON() { ran++; return 7 }, __proto__: Object.prototype }); var a = [1]',
  ],
  [
    'a prototype of the global object that is a proxy',
    'Object.setPrototypeOf(globalThis, new Proxy({}, { getOwnPropertyDescriptor() { ran++ }, getPrototypeOf() { ran++; return null } })); delete globalThis.grep; var a = 1',
  ],
];

for (const backend of [quickjs()]) {
  const probe = await backend.probe();
  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

  describe.skipIf(!probe.ok)(`a list of variables of ${backend.name}()${why}`, () => {
    it.each(traps)('runs no code of a cell: %s', async (_, code) => {
      const session = await backend.open();
      const { locals, error } = await session.execute(`var ran = 0; ${code}`);
      expect(error).toBeUndefined();
      const names = (await session.variables()).map(({ name }) => name);
      await session.execute('1');
      const ran = await session.get('ran');
      await session.close();
      expect(ran).toBe(0);
      expect(Object.keys(locals)).toContain('a');
      expect(names).toContain('a');
    });
  });
}

it('QuickJS makes template literals by String.prototype.concat, so the code in it has none', () => {
  const folder = new URL('../../../src/javascript/helpers/', import.meta.url);
  const found = readdirSync(folder).filter((name) =>
    readFileSync(new URL(name, folder), 'utf8').includes('${'),
  );
  expect(found).toEqual([]);
});
