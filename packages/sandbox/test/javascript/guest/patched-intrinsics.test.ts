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
