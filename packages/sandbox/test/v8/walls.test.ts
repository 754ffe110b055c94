import { existsSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { defineBackend } from '../../src/engine.js';
import type { SandboxSession } from '../../src/index.js';
import { v8 } from '../../src/v8/index.js';
import { type Bait, layBait } from '../escape/bait.js';
import { describeWhere } from '../support/describe-where.js';
import { leakyV8, openV8 } from './support/leaky.js';

const probe = await v8().probe();

/** What a guest may try that has the process itself: each is true if it worked. */
const attempts: Readonly<Record<string, string>> = {
  'reads a file of the host': 'fs.readFileSync(SECRET_FILE).length > 0',
  'lists the files of the host': 'fs.readdirSync("/tmp").length >= 0',
  'sees other processes': 'fs.readdirSync("/proc").length >= 0',
  'reads its environment':
    'Object.keys(process.env).some((name) => !["TZ", "LANG", "PWD", "OLDPWD", "_", "SHLVL"].includes(name))',
  'writes a file': '(fs.writeFileSync("/new", "x"), true)',
  'writes a file beside the secret': '(fs.writeFileSync(SECRET_FILE + ".new", "x"), true)',
  'starts a program':
    'require("node:child_process").spawnSync(process.execPath, ["-v"]).error === undefined',
  'starts a shell':
    'require("node:child_process").spawnSync("/bin/sh", ["-c", "id"]).error === undefined',
  'signals a process': 'process.kill(1, 0)',
  'signals itself': 'process.kill(process.pid, 0)',
  'changes its user': '(process.setuid(0), true)',
  'connects to a port of the host':
    'await new Promise((resolve) => { const socket = require("node:net").connect(PORT, "127.0.0.1"); socket.on("connect", () => resolve(true)).on("error", () => resolve(false)) })',
  'sends a datagram':
    'await new Promise((resolve) => { try { const socket = require("node:dgram").createSocket("udp4"); socket.on("error", () => resolve(false)); socket.send("x", PORT, "127.0.0.1", (error) => resolve(error === null)) } catch { resolve(false) } })',
  'listens at a port':
    'await new Promise((resolve) => { require("node:net").createServer().on("error", () => resolve(false)).listen(0, () => resolve(true)) })',
  'looks up a name':
    'await new Promise((resolve) => { require("node:dns").lookup("localhost", { all: true, hints: 0 }, (error) => resolve(error === null)) })',
  'takes more memory than it may':
    '(() => { const all = []; for (let at = 0; at < 40; at++) all.push(Buffer.alloc(5e7, 1)); return true })()',
};

describeWhere(probe, 'a guest of v8() that has left its context', () => {
  let bait: Bait;
  let session: SandboxSession;
  beforeAll(async () => {
    bait = await layBait();
    session = await defineBackend(openV8()).open({ limits: { memoryBytes: 256 * 1024 * 1024 } });
  });
  afterAll(async () => {
    await session.close();
    bait.remove();
  });

  it('really has the process', async () => {
    const { stdout } = await session.execute('print(typeof leak.process.exit, leak.process.pid)');
    expect(stdout).toBe('function 2\n');
  });

  it.each(Object.entries(attempts))('%s: no', async (_name, code) => {
    // Work of the process comes back on its own queue, of which the context hears nothing: the cell waits in steps.
    const cell = bait.tell(
      `const { process } = leak; const require = leak.require; const fs = require("node:fs"); let did = false; try { did = ${code} } catch (error) { print("held:", error.code ?? error.message) } if (did) print("ESCAPED")`,
    );
    const { stdout } = await session.execute(cell, { timeoutMs: 5_000 });
    expect(stdout).toContain('began\n');
    expect(stdout).not.toContain('ESCAPED');
    expect(bait.connections()).toBe(0);
    expect(existsSync(`${bait.secretFile}.new`)).toBe(false);
  });
});

describeWhere(probe, 'a guest of v8() that has a function of the process', () => {
  let session: SandboxSession;
  beforeAll(async () => {
    session = await defineBackend(leakyV8()).open({ functions: { f: (value: unknown) => value } });
  });
  afterAll(() => session.close());

  it.each([
    ['makes no function from text', 'leak.constructor("return process")()'],
    [
      'makes no asynchronous one',
      'leak.constructor("return (async () => 0).constructor")()("return process")()',
    ],
    [
      'adds nothing to the prototypes of the process',
      'leak.__proto__.__proto__.evil = 1; if (leak.evil !== 1) throw 1',
    ],
    [
      'formats no stack of the process',
      'const { Error: Outer } = { Error: Object.getPrototypeOf((await import("x").catch((e) => e)).constructor) }; Outer.prepareStackTrace = (e, frames) => frames; if (Outer.prepareStackTrace === undefined) throw 1',
    ],
  ])('%s', async (_name, code) => {
    const { stdout } = await session.execute(
      `"use strict"; try { ${code}; print("ESCAPED") } catch (error) { print("held") }`,
    );
    expect(stdout).toBe('held\n');
  });
});

describeWhere(probe, 'a context of v8()', () => {
  const held: Readonly<Record<string, string>> = {
    'import() of a module':
      'await import("node:fs").then(() => print("ESCAPED"), () => print("held"))',
    'the constructor of the error of import()':
      'const e = await import("x").catch((error) => error); try { print("ESCAPED", e.constructor.constructor("return process")()) } catch { print("held") }',
    'import() in a function made from text':
      'const e = await new Function("return import(\'x\')")().catch((error) => error); try { print("ESCAPED", e.constructor.constructor("return process")()) } catch { print("held") }',
    'frames of a stack that the cell formats':
      'Error.prepareStackTrace = (e, frames) => frames; const frames = new Error().stack; print(frames.some((f) => f.getThis()?.process || f.getFunction()?.constructor("return typeof process")() === "object") ? "ESCAPED" : "held")',
    'a stack overflow in a call of the host':
      'let found; (function f() { try { f() } catch (e) { try { print.call(null, { get a() { return 1 } }) } catch (e2) { found = e2 } throw e } }).call === 0; const r = () => { try { r() } catch (e) { try { f("x").catch(() => 0) } catch (e2) { found ??= e2 } throw e } }; try { r() } catch {} print(!found || found instanceof Error ? "held" : "ESCAPED")',
    'a patched then':
      'const { then } = Promise.prototype; let seen; Promise.prototype.then = function (...all) { if (!(this instanceof Promise) || all.some((one) => typeof one === "function" && !(one instanceof Function))) seen = 1; return then.apply(this, all) }; await f(1); await (async () => 1)(); Promise.prototype.then = then; print(seen ? "ESCAPED" : "held")',
    'hooks of asynchronous work':
      'print(typeof AsyncLocalStorage + typeof AsyncResource + typeof async_hooks === "undefinedundefinedundefined" ? "held" : "ESCAPED")',
    'proxies and getters for host functions':
      'const bad = [new Proxy({}, { get() { throw 1 } }), { get a() { throw 1 } }, new Proxy([], {}), { toJSON() { return { then(r) { r(1) } } } }]; for (const one of bad) try { await f(one) } catch {} print("held")',
    'the jobs of a cell that was removed': 'sandboxDrain(); print("held")',
    'what is not of the language':
      'print(["process", "require", "module", "Atomics", "WebAssembly", "setTimeout", "fetch", "Buffer", "structuredClone", "Temporal", "ShadowRealm"].some((name) => name in globalThis) || "supportedValuesOf" in Intl ? "ESCAPED" : "held")',
    'the clock':
      'const at = Date.now(); for (let i = 0; i < 1e7; i++); print(Date.now() === at && new Date().getTime() === at && Date() === new Date(at).toString() && new (class extends Date {})().getTime() === at && new Date(0).constructor === Date ? "held" : "ESCAPED")',
  };
  let session: SandboxSession;
  beforeAll(async () => {
    session = await v8().open({ functions: { f: (value: unknown) => value } });
  });
  afterAll(() => session.close());

  it.each(Object.entries(held))('gives nothing away by %s', async (_name, code) => {
    const result = await session.execute(`{ ${code} }`);
    expect([result.stdout, result.error]).toEqual(['held\n', undefined]);
  });
});
