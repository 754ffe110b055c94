import type { HostileCell } from '../support/hostile-suite.js';

/** Endless loops, floods of memory and output, deep values, odd objects, broken intrinsics. */
export const hostileCells: readonly HostileCell[] = [
  { name: 'an endless loop', code: 'while (true) {}', timeoutMs: 150, outcomes: ['timeout'] },
  {
    name: 'an endless loop that catches everything',
    code: 'while (true) { try { while (true) {} } catch {} }',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'endless finally',
    code: 'function f() { try { while (true) {} } finally { f() } } f()',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'an endless chain of promises',
    code: 'function g() { Promise.resolve().then(g) } g()',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'an endless async loop',
    code: 'while (true) await null',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'a comparison that never sorts',
    code: 'const a = new Array(3e6).fill(0); a.sort(() => Math.random() - 0.5)',
    timeoutMs: 150,
  },
  { name: 'a big power', code: '(7n ** (10n ** 8n)).toString().length', timeoutMs: 150 },
  {
    name: 'a regex bomb',
    code: '/(a+)+$/.test("a".repeat(40) + "b")',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'a text of gigabytes',
    code: 'let x = "a".repeat(5e8); x = x + x + x + x; x.charCodeAt(5)',
  },
  { name: 'a buffer of gigabytes', code: 'new ArrayBuffer(8e9)', outcomes: ['error'] },
  {
    name: 'many buffers',
    code: 'const l = []; while (true) l.push(new Uint8Array(1e7).fill(1))',
    timeoutMs: 5_000,
  },
  { name: 'many small arrays', code: 'const l = []; while (true) l.push([1])', timeoutMs: 400 },
  { name: 'a text that doubles', code: 'let s = "abc"; while (true) s += s', timeoutMs: 5_000 },
  {
    name: 'endless recursion',
    code: 'function f(n) { return f(n + 1) + 1 } f(0)',
    outcomes: ['error'],
  },
  { name: 'deep brackets', code: `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}` },
  { name: 'deep brackets in eval', code: 'eval("[".repeat(50_000) + "]".repeat(50_000))' },
  {
    name: 'a deep value as JSON',
    code: 'let l = []; for (let i = 0; i < 30_000; i++) l = [l]; JSON.stringify(l)',
    timeoutMs: 2_000,
  },
  {
    name: 'a deep value that is let go',
    code: 'let l = []; for (let i = 0; i < 500_000; i++) l = [l]; l = null',
    timeoutMs: 2_000,
  },
  {
    name: 'a flood of output',
    code: 'while (true) console.log("x".repeat(1000))',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'one huge line',
    code: 'console.log("x".repeat(2e7))',
    outcomes: ['ok'],
  },
  {
    name: 'values that cannot be printed',
    code: 'const o = {}; o.o = o; print(o, { get a() { throw 1 } }, new Proxy({}, { get() { throw 2 } }), Symbol("q"))',
  },
  {
    name: 'a final that is too deep',
    code: 'let l = []; for (let i = 0; i < 1000; i++) l = [l]; FINAL(l)',
    outcomes: ['error'],
  },
  { name: 'a final of a thenable', code: 'FINAL({ then(r) { r(1) } })' },
  {
    name: 'a final that never ends to be read',
    code: 'FINAL({ toJSON() { while (true) {} } })',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'a thrown object that throws',
    code: 'throw { get message() { throw 1 }, get stack() { throw 2 }, toString() { throw 3 } }',
    outcomes: ['error'],
  },
  {
    name: 'a thrown proxy',
    code: 'throw new Proxy({}, { get() { throw 5 }, getPrototypeOf() { throw 6 } })',
    outcomes: ['error'],
  },
  {
    name: 'an error whose message never ends to be read',
    code: 'const e = new Error(); Object.defineProperty(e, "message", { get() { while (true) {} } }); throw e',
    timeoutMs: 150,
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
  {
    name: 'thousands of variables',
    code: 'for (let i = 0; i < 20_000; i++) globalThis["v" + i] = i',
    outcomes: ['ok'],
    isKept: true,
  },
  { name: 'a host call that never answers', code: 'await llm_query("hang")', outcomes: ['error'] },
  {
    name: 'a thousand host calls at once',
    code: 'await Promise.allSettled(Array.from({ length: 1_000 }, () => llm_query("x")))',
    timeoutMs: 5_000,
  },
  {
    name: 'a list of long texts',
    code: 'const l = []; while (true) l.push("x".repeat(1e6) + l.length)',
    timeoutMs: 10_000,
    outcomes: ['memory', 'timeout'],
  },
  {
    name: 'memory errors caught for ever',
    code: 'const l = []; while (true) { try { while (true) l.push("x".repeat(1e5) + l.length) } catch {} }',
    timeoutMs: 700,
    outcomes: ['timeout', 'memory'],
  },
  {
    name: 'a final that is too large',
    code: 'FINAL("x".repeat(2e7))',
    outcomes: ['error', 'memory'],
  },
  {
    name: 'a final that is large',
    code: 'FINAL("x".repeat(8e6))',
    outcomes: ['final', 'memory'],
  },
  {
    name: 'a final that holds itself',
    code: 'const q = []; q.push(q); FINAL(q)',
    outcomes: ['error'],
  },
  { name: 'a final of a function', code: 'FINAL(() => 1)', outcomes: ['error', 'final'] },
  {
    name: 'a final nested 30,000 deep',
    code: 'let l = []; for (let i = 0; i < 30_000; i++) l = [l]; FINAL(l)',
    timeoutMs: 10_000,
    outcomes: ['error', 'timeout'],
  },
  {
    name: 'a final of a proxy',
    code: 'FINAL(new Proxy({ a: 1 }, { get(t, k) { return k === "toJSON" ? undefined : t[k] }, ownKeys() { return ["a"] } }))',
    outcomes: ['final', 'error'],
  },
  {
    name: 'a final with the names of prototypes',
    code: 'FINAL(JSON.parse(\'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}\'))',
    outcomes: ['final'],
  },
  {
    name: 'a host call that fails',
    code: 'try { await llm_query("boom") } catch (e) { print("got", e.message) }',
    outcomes: ['ok'],
    says: 'got',
    isKept: true,
  },
  {
    name: 'a host call with a large argument',
    code: 'print((await llm_query("x".repeat(8e6))).length)',
    outcomes: ['ok'],
    says: '8000003',
  },
  {
    name: 'large host calls that nobody awaits',
    code: 'const big = "x".repeat(1e6); for (let i = 0; i < 200; i++) llm_query(big + i)',
    timeoutMs: 1_500,
  },
  {
    name: 'a host call of a thenable',
    code: 'await llm_query({ toString() { return "q" }, then(r) { r(1) } })',
  },
  { name: 'a value at the end that is a thenable', code: '({ then(r) { r(1) } })' },
  { name: 'a value at the end that never settles', code: '({ then(r) {} })', timeoutMs: 500 },
  {
    name: 'a value at the end that is a proxy',
    code: 'new Proxy(function () {}, { get() { return 1 }, apply() { return 2 }, ownKeys() { return [] } })',
  },
  { name: 'a value at the end that holds itself', code: 'var o = {}; o.o = o; o' },
  { name: 'a value at the end with a getter', code: '({ get a() { throw new Error("x") } })' },
  {
    name: 'a value at the end whose text never ends',
    code: '({ toString() { while (true) {} } })',
    timeoutMs: 500,
  },
  {
    name: 'printed values whose texts never end',
    code: 'print({ toString() { while (true) {} } }, { toJSON() { while (true) {} } }, { get [Symbol.toStringTag]() { while (true) {} } })',
    timeoutMs: 500,
  },
  {
    name: 'an await that nothing ends',
    code: 'await new Promise(() => {})',
    timeoutMs: 500,
    outcomes: ['error', 'timeout'],
  },
  {
    name: 'a promise that rejects with nothing',
    code: 'await Promise.reject(undefined)',
    outcomes: ['error'],
  },
  {
    name: 'a million host calls',
    code: 'for (let i = 0; i < 1e6; i++) llm_query("x").catch(() => {})',
    timeoutMs: 2_000,
  },
  {
    name: 'an array with a length beyond all memory',
    code: 'const a = []; a.length = 4294967295; a.fill(0)',
    timeoutMs: 2_000,
  },
  {
    name: 'a typed array over shared memory',
    code: 'new Uint8Array(new SharedArrayBuffer(8e9))',
    outcomes: ['error'],
  },
  {
    name: 'a regular expression of a million groups',
    code: 'new RegExp("(".repeat(1e6) + ")".repeat(1e6))',
    timeoutMs: 5_000,
  },
  {
    name: 'a generator that never ends',
    code: 'function* g() { while (true) { try { yield 1 } catch {} } }\nfor (const v of g()) {}',
    timeoutMs: 150,
    outcomes: ['timeout'],
  },
  {
    name: 'finalizers and weak references in masses',
    code: 'const r = new FinalizationRegistry(() => {}); for (let i = 0; i < 3e5; i++) r.register({}, i)',
    timeoutMs: 5_000,
  },
];
