import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';

interface Hazard {
  readonly name: string;
  readonly code: string;
  readonly timeoutMs?: number;
  readonly outcome?: string;
}

const hazards: readonly Hazard[] = [
  { name: 'an endless loop', code: 'while (true) {}', timeoutMs: 200, outcome: 'timeout' },
  {
    name: 'an endless loop that catches everything',
    code: 'while (true) { try { while (true) {} } catch {} }',
    timeoutMs: 200,
    outcome: 'timeout',
  },
  {
    name: 'endless finally',
    code: 'function f() { try { while (true) {} } finally { f() } } f()',
    timeoutMs: 200,
    outcome: 'timeout',
  },
  {
    name: 'an endless chain of promises',
    code: 'function g() { Promise.resolve().then(g) } g()',
    timeoutMs: 300,
    outcome: 'timeout',
  },
  {
    name: 'an endless async loop',
    code: 'while (true) await null',
    timeoutMs: 300,
    outcome: 'timeout',
  },
  {
    name: 'a comparison that never sorts',
    code: 'const a = new Array(3e6).fill(0); a.sort(() => Math.random() - 0.5)',
    timeoutMs: 300,
  },
  { name: 'a big power', code: '(7n ** (10n ** 8n)).toString().length', timeoutMs: 300 },
  {
    name: 'a regex bomb',
    code: '/(a+)+$/.test("a".repeat(40) + "b")',
    timeoutMs: 300,
    outcome: 'timeout',
  },
  {
    name: 'a text of gigabytes',
    code: 'let x = "a".repeat(5e8); x = x + x + x + x; x.charCodeAt(5)',
  },
  { name: 'a buffer of gigabytes', code: 'new ArrayBuffer(8e9)', outcome: 'error' },
  {
    name: 'many buffers',
    code: 'const l = []; while (true) l.push(new Uint8Array(1e7).fill(1))',
    timeoutMs: 5_000,
  },
  { name: 'many small arrays', code: 'const l = []; while (true) l.push([1])', timeoutMs: 1_000 },
  { name: 'a text that doubles', code: 'let s = "abc"; while (true) s += s', timeoutMs: 5_000 },
  {
    name: 'endless recursion',
    code: 'function f(n) { return f(n + 1) + 1 } f(0)',
    outcome: 'error',
  },
  { name: 'deep brackets', code: `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}` },
  { name: 'deep brackets in eval', code: 'eval("[".repeat(50_000) + "]".repeat(50_000))' },
  {
    name: 'a deep value as JSON',
    code: 'let l = []; for (let i = 0; i < 200_000; i++) l = [l]; JSON.stringify(l)',
    timeoutMs: 2_000,
  },
  {
    name: 'a deep value that is let go',
    code: 'let l = []; for (let i = 0; i < 300_000; i++) l = [l]; l = null',
    timeoutMs: 2_000,
  },
  {
    name: 'a flood of output',
    code: 'while (true) console.log("x".repeat(1000))',
    timeoutMs: 300,
    outcome: 'timeout',
  },
  { name: 'one huge line', code: 'console.log("x".repeat(5e7))', timeoutMs: 30_000, outcome: 'ok' },
  {
    name: 'values that cannot be printed',
    code: 'const o = {}; o.o = o; print(o, { get a() { throw 1 } }, new Proxy({}, { get() { throw 2 } }), Symbol("q"))',
  },
  {
    name: 'a final that is too deep',
    code: 'let l = []; for (let i = 0; i < 1000; i++) l = [l]; FINAL(l)',
    outcome: 'error',
  },
  { name: 'a final of a thenable', code: 'FINAL({ then(r) { r(1) } })' },
  {
    name: 'a final that never ends to be read',
    code: 'FINAL({ toJSON() { while (true) {} } })',
    timeoutMs: 300,
    outcome: 'timeout',
  },
  {
    name: 'a thrown object that throws',
    code: 'throw { get message() { throw 1 }, get stack() { throw 2 }, toString() { throw 3 } }',
    outcome: 'error',
  },
  {
    name: 'a thrown proxy',
    code: 'throw new Proxy({}, { get() { throw 5 }, getPrototypeOf() { throw 6 } })',
    outcome: 'error',
  },
  {
    name: 'an error whose message never ends to be read',
    code: 'const e = new Error(); Object.defineProperty(e, "message", { get() { while (true) {} } }); throw e',
    timeoutMs: 300,
  },
  {
    name: 'a variable whose getter never returns',
    code: 'Object.defineProperty(globalThis, "v", { get() { while (true) {} }, enumerable: true, configurable: true })',
  },
  {
    name: 'polluted prototypes',
    code: 'Object.prototype.polluted = 1; Array.prototype.toJSON = () => "pwn"; JSON.stringify = () => "pwn"; JSON.parse = () => ({ v: "pwn" }); Promise.prototype.then = () => {}; print(await llm_query("x"))',
  },
  { name: 'a frozen global object', code: 'Object.freeze(globalThis)' },
  {
    name: 'all globals deleted',
    code: 'for (const k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k] } catch {} }',
  },
  { name: 'a host call that never answers', code: 'await llm_query("hang")', outcome: 'error' },
  {
    name: 'ten thousand host calls at once',
    code: 'await Promise.allSettled(Array.from({ length: 10_000 }, () => llm_query("x")))',
    timeoutMs: 5_000,
  },
];

async function isAlive(session: SandboxSession): Promise<boolean> {
  const result = await session.execute('print(1 + 1)', { timeoutMs: 5_000 });
  return result.outcome === 'ok' || result.outcome === 'error';
}

describe('hostile JavaScript', () => {
  const backend: SandboxBackend = quickjs();
  const functions = {
    llm_query: (prompt: string) =>
      prompt === 'hang' ? new Promise(() => undefined) : `re:${prompt}`,
  };
  const limits = { memoryBytes: 256 * 1024 * 1024, graceMs: 500, hostCallMs: 300 };
  let bystander: SandboxSession;
  beforeAll(async () => {
    bystander = await backend.open({ functions });
  });
  afterAll(() => bystander.close());

  it.each(hazards)('$name leaves the host and another session unharmed', async (hazard) => {
    const session = await backend.open({ functions, limits });
    const result = await session.execute(hazard.code, { timeoutMs: hazard.timeoutMs ?? 3_000 });
    if (hazard.outcome !== undefined) expect(result.outcome).toBe(hazard.outcome);
    expect((await bystander.execute('print(6 * 7)')).stdout).toBe('42\n');
    expect(await isAlive(session)).toBe(true);
    expect('polluted' in {}).toBe(false);
    await session.close();
  });
});
