import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../../src/index.js';
import { quickjs } from '../../../src/quickjs/index.js';

let session: SandboxSession;
beforeAll(async () => {
  session = await quickjs().open({ limits: { memoryBytes: 48 * 1024 * 1024 } });
});
afterAll(() => session.close());

const printed = async (source: string): Promise<string> => {
  const { stdout, error } = await session.execute(`print(${source})`);
  expect(error).toBeUndefined();
  return stdout.trim();
};

describe('a large collection', () => {
  it.each([
    ['new Map([[1, 2]])', 'Map(1) { 1 => 2 }'],
    ['new Set([1, "a"])', 'Set(2) { 1, "a" }'],
    ['new Uint8Array()', 'Uint8Array(0) []'],
    ['new Float64Array([0.5, NaN])', 'Float64Array(2) [0.5, NaN]'],
    ['new BigInt64Array(1)', 'BigInt64Array(1) [0n]'],
    ['[new Uint16Array(2)]', '[Uint16Array(2) [0, 0]]'],
  ])('that is small is shown whole: %s', async (source, text) => {
    expect(await printed(source)).toBe(text);
  });

  it.each([
    [
      'new Map(Array.from({ length: 1e5 }, (_, i) => [i, i]))',
      /^Map\(100000\) \{ 0 => 0, 1 => 1, .* 99900 more \}$/,
    ],
    [
      'new Set(Array.from({ length: 1e5 }, (_, i) => i))',
      /^Set\(100000\) \{ 0, 1, .* 99900 more \}$/,
    ],
    ['new Uint8Array(1e6)', /^Uint8Array\(1000000\) \[0, 0, .* 999900 more\]$/],
  ])('shows its first hundred: %s', async (source, text) => {
    expect(await printed(source)).toMatch(text);
  });

  it.each([
    ['Map', 'new Map(); for (let i = 0; i < 5e5; i++) x.set(i, 0)', 500_000],
    ['Uint8Array', 'new Uint8Array(2e7)', 20_000_000],
  ])('is described without a copy, for which there is no memory: %s', async (type, make, items) => {
    await session.execute(`var x = ${make}`);
    const { locals, error } = await session.execute('1');
    await session.execute('x = undefined');
    expect(error).toBeUndefined();
    expect(locals['x']).toMatchObject({ typeName: type });
    expect((locals['x'] as { preview: string }).preview).toMatch(
      new RegExp(`^${type}\\(${items}\\) [{[] ?0`),
    );
  });

  it('is not counted again for each of many variables that hold it', async () => {
    const made = 'const o = {}; for (let i = 0; i < 1e5; i++) o["k" + i] = i;';
    const { locals, finalOutput } = await session.execute(
      `{ ${made} for (let i = 0; i < 900; i++) globalThis["v" + i] = o; } FINAL(1)`,
    );
    await session.execute('for (let i = 0; i < 900; i++) delete globalThis["v" + i]');
    expect(finalOutput).toEqual({ type: 'direct', answer: 1 });
    expect(Object.keys(locals).filter((name) => /^v\d+$/.test(name))).toHaveLength(900);
    expect(locals['v0']).toMatchObject({ preview: expect.stringMatching(/^\{ k0: 0, /) as string });
    expect(locals['v899']).toMatchObject({ typeName: 'Object', preview: '[Object]' });
  });

  it('is described as it is now, also if it was looked at a moment ago', async () => {
    const grow = 'var x = {}; for (let i = 0; i < 2000; i++) x["k" + i] = i';
    const { stdout, locals } = await session.execute(
      `${grow}; print(x); for (const name of Object.keys(x)) delete x[name]; x.last = 1; print(x)`,
    );
    expect(stdout).toMatch(/^\{ k0: 0, [^]* more \}\n\{ last: 1 \}\n$/);
    expect(locals['x']).toEqual({ last: 1 });
  });

  it('of plain data is described as it is now, also if it was described a moment ago', async () => {
    const other = await quickjs().open();
    const describedAs = async (code: string): Promise<unknown> => {
      const { locals } = await other.execute(code);
      const [x] = await other.variables();
      return [locals['x'], x?.preview, x?.items];
    };
    const first = await describedAs('var x = [{ a: 1 }, 2]');
    expect(first).toEqual([[{ a: 1 }, 2], '[{ a: 1 }, 2]', 2]);
    expect(await describedAs('1')).toEqual(first);
    expect(await describedAs('x[0].a = "1"')).toEqual([[{ a: '1' }, 2], '[{ a: "1" }, 2]', 2]);
    expect(await describedAs('x.pop()')).toEqual([[{ a: '1' }], '[{ a: "1" }]', 1]);
    const rename = 'Object.defineProperty(Object, "name", { value: "Thing" })';
    expect(await describedAs(rename)).toEqual([[{ a: '1' }], '[Thing { a: "1" }]', 1]);
    await other.close();
  });

  it('is described by what the language was before a cell changed it', async () => {
    const patch = `
      Map.prototype.entries = Set.prototype.values = () => { throw new Error('seen'); };
      Object.getPrototypeOf(new Map()[Symbol.iterator]()).next = () => ({ done: true });
      Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 7 });
      Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag, { get: () => 'Mine' });`;
    const other = await quickjs().open();
    const { stdout } = await other.execute(
      `${patch} print(new Map([[1, 2]]), new Set([3]), new Uint8Array(2))`,
    );
    await other.close();
    expect(stdout).toBe('Map(1) { 1 => 2 } Set(1) { 3 } Uint8Array(2) [0, 0]\n');
  });
});
