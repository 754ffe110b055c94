import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChildHost, prepareChild } from '../support/run-in-child.js';

describe('quickjs: the host outlives', () => {
  const promise = promiseSuite('survival quickjs');
  const backend = "quickjs, process: 'none'";
  let host: ChildHost;
  beforeAll(async () => {
    host = await prepareChild('../../src/quickjs/index.ts', "quickjs({ process: 'none' })");
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
  ])('%s', async (name, code, error) => {
    const end = await host.run({ code, timeoutMs: 60_000 });
    expect(end).toMatchObject({ ended: 'well', works: true });
    expect(end.error).toContain(error);
    if (error === '') expect(end.outcome).toBe('ok');
    promise.add({ backend, name }, end.figures);
  });

  it('a variable of a million keys that is asked for', async ({ task: { name } }) => {
    const code = 'globalThis.value = {}; for (let i = 0; i < 1e6; i++) value["k" + i] = 0';
    const end = await host.run({ code, timeoutMs: 60_000, then: 'get' });
    expect(end).toMatchObject({ ended: 'well', outcome: 'ok', works: 'variable_unavailable' });
    promise.add({ backend, name }, end.figures);
  });

  it('100,000 calls that nobody awaits', async ({ task: { name } }) => {
    const code =
      'for (let i = 0; i < 1e5; i++) { try { llm_query("x").catch(() => {}) } catch {} }';
    const end = await host.run({ code, timeoutMs: 30_000 });
    expect(end).toMatchObject({ ended: 'well', works: true });
    promise.add({ backend, name }, end.figures);
  });

  it.for(['hostile', 'hostile_value', 'hostile_then'])(
    'a host function that is %s',
    async (called, { task: { name } }) => {
      const code = `try { await ${called}() } catch (e) { print("caught", e.message) }`;
      const end = await host.run({ code });
      expect(end).toMatchObject({ ended: 'well', works: true, outcome: 'ok' });
      expect(end.stdout).toContain('caught');
      promise.add({ backend, name }, end.figures);
    },
  );
});
