import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { backends } from '../support/backends.js';
import { type ChildHost, prepareChild } from '../support/run-in-child.js';

/** How a host ends that lived, and kept the other promises. */
const well = { ended: 'well', broken: [] };

describe('the host of quickjs() outlives (promise 1)', () => {
  let host: ChildHost;
  beforeAll(async () => {
    host = await prepareChild('../../src/quickjs/index.ts', 'quickjs()');
  });
  afterAll(() => host.remove());

  const twoByte = '中文';
  it.each([
    [
      '30 calls at once of a text of 20 million characters',
      `const x = "${twoByte}".repeat(1e7); await Promise.all(Array.from({ length: 30 }, () => llm_query(x)))`,
      'too large',
    ],
    [
      'calls at once of texts that are just not too large',
      `const x = "${twoByte}".repeat(1.3e6); print((await Promise.all(Array.from({ length: 12 }, () => llm_query(x)))).join())`,
      '',
    ],
    [
      'a call with many long arguments',
      `const x = "${twoByte}".repeat(1.2e6); await llm_query(...Array(30).fill(x))`,
      'too large',
    ],
    [
      '60 million characters printed to both streams',
      `const x = "${twoByte}".repeat(3e7); console.log(x); console.error(x)`,
      '',
    ],
    [
      'a lone surrogate before millions of characters, printed',
      'for (let i = 0; i < 2; i++) print("\\ud800" + "x".repeat(2e7))',
      '',
    ],
    [
      'an answer of a million keys',
      'const o = {}; for (let i = 0; i < 1e6; i++) o["k" + i] = 0; FINAL(o)',
      'parts',
    ],
  ])('%s', async (_name, code, error) => {
    const end = await host.run({ code, timeoutMs: 60_000 });
    expect(end).toMatchObject({ ...well, works: true });
    expect(end.error).toContain(error);
    if (error === '') expect(end.outcome).toBe('ok');
  });

  it('a variable of a million keys that is asked for', async () => {
    const code = 'globalThis.value = {}; for (let i = 0; i < 1e6; i++) value["k" + i] = 0';
    const end = await host.run({ code, timeoutMs: 60_000, then: 'get' });
    expect(end).toMatchObject({ ...well, outcome: 'ok', works: 'variable_unavailable' });
  });

  it('100,000 calls that nobody awaits', async () => {
    const code =
      'for (let i = 0; i < 1e5; i++) { try { llm_query("x").catch(() => {}) } catch {} }';
    const end = await host.run({ code, timeoutMs: 30_000 });
    expect(end).toMatchObject({ ...well, works: true });
  });

  it.for(['hostile', 'hostile_value', 'hostile_then'])(
    'a host function that is %s',
    async (called) => {
      const code = `try { await ${called}() } catch (e) { print("caught", e.message) }`;
      const end = await host.run({ code });
      expect(end).toMatchObject({ ...well, works: true, outcome: 'ok' });
      expect(end.stdout).toContain('caught');
    },
  );
});

/** A busy machine takes far longer for thousands of calls than they are worth. */
const timeoutMs = 900_000;

const pages = {
  python: 'for i in range(9000): p = page()\nprint(len(p))',
  javascript: 'let p = ""; for (let i = 0; i < 9000; i++) p = await page(); print(p.length)',
} as const;

/** All with default limits, and Node's own heap. */
describe.each(backends.map((create) => create()))(
  'the host of $name() outlives (promise 1)',
  ({ name, language }) => {
    let host: ChildHost;
    beforeAll(async () => {
      host = await prepareChild(`../../src/${name}/index.ts`, `${name}()`);
    });
    afterAll(() => host.remove());

    it('9,000 answers of 1 MB in one cell', { timeout: timeoutMs }, async () => {
      const end = await host.run({ code: pages[language], timeoutMs });
      expect(end).toMatchObject({ ...well, outcome: 'ok', stdout: '1000000\n', works: true });
    });
  },
);
