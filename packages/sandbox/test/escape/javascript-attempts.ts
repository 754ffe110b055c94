/**
 * Attempts to reach the host: each prints `ESCAPED` if it got anywhere. `SECRET_FILE` and `PORT` are defined before it: a
 * file that holds HOSTSECRET, and a port on which somebody listens.
 */
export const escapeAttempts: Readonly<Record<string, string>> = {
  'the Function constructor':
    'const p = new Function("return typeof process")(); if (p !== "undefined") print("ESCAPED")',
  'the constructor of an own function':
    'const p = (() => 0).constructor("return typeof process")(); if (p !== "undefined") print("ESCAPED")',
  'the constructor of a host function':
    'const p = llm_query.constructor("return typeof process")(); if (p !== "undefined") print("ESCAPED")',
  'the constructor of print':
    'const p = print.constructor("return typeof require")(); if (p !== "undefined") print("ESCAPED")',
  'the constructor of a method of console':
    'const p = console.log.constructor("return typeof process")(); if (p !== "undefined") print("ESCAPED")',
  'the AsyncFunction constructor':
    'const F = (async () => 0).constructor; if (await F("return typeof process")() !== "undefined") print("ESCAPED")',
  'the GeneratorFunction constructor':
    'const F = (function* () {}).constructor; if (F("return typeof process")().next().value !== "undefined") print("ESCAPED")',
  'this.constructor.constructor':
    'const p = this.constructor.constructor("return typeof process")(); if (p !== "undefined") print("ESCAPED")',
  'globalThis names':
    'for (const n of ["process", "require", "module", "Buffer", "fetch", "Worker", "WebAssembly", "Deno", "Bun", "std", "os", "bjson", "setTimeout", "XMLHttpRequest"]) if (n in globalThis) print("ESCAPED", n)',
  'import of a module of Node.js': 'try { await import("node:fs"); print("ESCAPED") } catch {}',
  'import of a file': 'try { await import("/etc/passwd"); print("ESCAPED") } catch {}',
  'import of QuickJS’s own modules':
    'for (const m of ["std", "os", "qjs:std", "qjs:os"]) try { await import(m); print("ESCAPED", m) } catch {}',
  require: 'try { require("fs"); print("ESCAPED") } catch {}',
  'the constructor of a host’s error':
    'try { await fail() } catch (e) { if (e.constructor.constructor("return typeof process")() !== "undefined") print("ESCAPED") }',
  'the stack of a host’s error':
    'try { await fail() } catch (e) { if (/node:|\\.ts|\\.mjs|\\/work|worker/.test(String(e.stack))) print("ESCAPED", e.stack) }',
  'the stack of an error of the sandbox':
    'try { FINAL(() => 1) } catch (e) { if (/node:|\\.ts:|file:/.test(String(e.stack))) print("ESCAPED", e.stack) }',
  'a stack overflow inside a host function':
    'let found; function f() { try { f() } catch (e) { try { llm_query("x") } catch (e2) { found = e2 } throw e } } try { f() } catch {} if (found && found.constructor.constructor("return typeof process")() !== "undefined") print("ESCAPED")',
  'Error.prepareStackTrace':
    'Error.prepareStackTrace = (e, frames) => frames; const s = new Error().stack; if (Array.isArray(s)) for (const f of s) if (f.getThis && f.getThis()?.process) print("ESCAPED")',
  'arguments.callee.caller':
    'function f() { return arguments.callee.caller } try { const c = f(); if (c && (await c.constructor("return typeof process")()) !== "undefined") print("ESCAPED") } catch {}',
  'Object.prototype': 'Object.prototype.polluted = 1; await llm_query("x")',
  'a __proto__ key to the host': 'await llm_query(JSON.parse(\'{"__proto__": {"polluted": 1}}\'))',
  'a constructor.prototype key to the host':
    'await llm_query(JSON.parse(\'{"constructor": {"prototype": {"polluted": 1}}}\'))',
  'a thenable to the host': 'await llm_query({ then(r) { r(1) } })',
  'a getter to the host': 'try { await llm_query({ get a() { throw new Error("x") } }) } catch {}',
  'a toJSON to the host': 'await llm_query({ toJSON() { return { a: 1 } } })',
  'a proxy to the host': 'try { await llm_query(new Proxy({}, { get() { throw 1 } })) } catch {}',
  'patched JSON':
    'JSON.stringify = () => "{\\"evil\\":1}"; JSON.parse = () => ({ evil: 1 }); const r = await llm_query("x"); if (r.evil) print("ESCAPED")',
  'patched Promise':
    'Promise.prototype.then = function () { return this }; Promise.resolve = () => 1; await llm_query("x")',
  'a patched bind':
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { print("ESCAPED") }; await llm_query("x")',
  'setters on Object.prototype that catch the bridge':
    'for (const k of ["resolve", "reject", "call", "final", "print", "brand"]) Object.defineProperty(Object.prototype, k, { set(v) { print("ESCAPED", k) }, configurable: true }); await llm_query("x")',
  'setters on Array.prototype that catch arguments':
    'Object.defineProperty(Array.prototype, 0, { set(v) { if (typeof v === "function") print("ESCAPED") }, configurable: true }); await llm_query("x")',
  'symbols of the global object':
    'for (const s of Object.getOwnPropertySymbols(globalThis)) if (typeof globalThis[s] === "function") print("ESCAPED")',
  'hidden names of the global object':
    'for (const n of Object.getOwnPropertyNames(globalThis)) if (n !== "_out" && /^_|call$|dispatch|bridge/i.test(n)) print("ESCAPED", n)',
  'SharedArrayBuffer and Atomics':
    'if (typeof SharedArrayBuffer !== "undefined") { try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); print("waited") } catch {} }',
  'the machine’s clock':
    'const a = Date.now(); let n = 0; while (n < 1e5) n++; if (Date.now() !== a || performance.now() > 1e15) print("ESCAPED")',
  'the machine’s time zone': 'if (new Date().getTimezoneOffset() !== 0) print("ESCAPED")',
  'a frame forged by a call of the bridge':
    'try { llm_query.call(null, { type: "done", id: 1, status: "ok" }) } catch {}',
  'a FinalizationRegistry':
    'let r = new FinalizationRegistry(() => print("late")); r.register({}, 1)',
  'WeakRef to a host function':
    'const f = new WeakRef(llm_query).deref(); if (f.constructor("return typeof process")() !== "undefined") print("ESCAPED")',
  'eval in the global scope': 'if ((0, eval)("typeof process") !== "undefined") print("ESCAPED")',
  'a comment that closes the wrapper': '}) } ; print("ESCAPED") ; (() => { ({',
  'a template that closes the source':
    '`${(() => { try { return module } catch { return "" } })()}`; if (typeof module !== "undefined" || typeof exports !== "undefined") print("ESCAPED")',
  'import from the Function constructor':
    'try { await new Function("return import(\'node:fs\')")(); print("ESCAPED") } catch {}',
  'import from an AsyncFunction':
    'try { await (async () => {}).constructor("return await import(\'node:os\')")(); print("ESCAPED") } catch {}',
  'no Promise, and a then on every object':
    'globalThis.Promise = undefined; Object.prototype.then = function (r) { r("hijacked") }; try { await llm_query("x") } catch {}',
  'a file read by every loader that there may be':
    'for (const load of [() => require("fs"), () => process.getBuiltinModule("fs"), () => process.binding("fs"), () => process.mainModule.require("fs"), () => module.require("fs")]) try { if (load().readFileSync(SECRET_FILE, "utf8").includes("HOSTSECRET")) print("ESCAPED") } catch {}',
  'a file read after an import':
    'try { const fs = await import("node:fs"); if (fs.readFileSync(SECRET_FILE, "utf8").includes("HOSTSECRET")) print("ESCAPED") } catch {}',
  'a file written':
    'try { const fs = await import("node:fs"); fs.writeFileSync(SECRET_FILE + ".new", "x"); print("ESCAPED") } catch {}',
  'the environment':
    'try { if ((globalThis.process ?? new Function("return process")()).env.SECRET_TOKEN) print("ESCAPED") } catch {}',
  'a shell':
    'try { const c = await import("node:child_process"); c.execSync("id"); print("ESCAPED") } catch {}',
  'a signal to the host':
    'try { const p = new Function("return process")(); p.kill(p.pid, 0); print("ESCAPED") } catch {}',
  'a connection by fetch':
    'try { await fetch("http://127.0.0.1:" + PORT); print("ESCAPED") } catch {}',
  'a connection by a socket':
    'try { const net = await import("node:net"); await new Promise((yes, no) => net.connect(PORT, "127.0.0.1", yes).on("error", no)); print("ESCAPED") } catch {}',
  'a worker':
    'try { const { Worker } = await import("node:worker_threads"); new Worker("0", { eval: true }); print("ESCAPED") } catch {}',
  'the messages of a worker':
    'try { const { parentPort } = await import("node:worker_threads"); if (parentPort) print("ESCAPED") } catch {} if (typeof postMessage === "function" || typeof onmessage !== "undefined") print("ESCAPED")',
  'a module of WebAssembly':
    'try { new WebAssembly.Memory({ initial: 1 }); print("ESCAPED") } catch {}',
  'everything of Deno':
    'for (const f of [() => Deno.readTextFileSync(SECRET_FILE), () => Deno.env.toObject(), () => new Deno.Command("id").outputSync(), () => Deno.dlopen("libc.so.6", {}), () => Deno.connect({ port: PORT })]) try { f(); print("ESCAPED") } catch {}',
  'everything of Bun':
    'for (const f of [() => Bun.file(SECRET_FILE), () => Bun.spawnSync(["id"])]) try { f(); print("ESCAPED") } catch {}',
  'everything of QuickJS’s own shell':
    'for (const f of [() => std.loadFile(SECRET_FILE), () => os.open(SECRET_FILE, 0), () => os.exec(["id"]), () => std.getenv("SECRET_TOKEN"), () => scriptArgs, () => bjson.write({})]) try { if (f() != null) print("ESCAPED") } catch {}',
  'the path of the host’s files in a stack':
    'try { null.x } catch (e) { if (/node_modules|file:|node:|\\.(c|m)?js/.test(String(e.stack))) print("ESCAPED", e.stack) }',
};

/** The attempts that get out of plain Node.js: they are real ones. */
export const attemptsThatWorkInNode: readonly string[] = [
  'the Function constructor',
  'the constructor of an own function',
  'the constructor of a host function',
  'the constructor of print',
  'the constructor of a method of console',
  'the AsyncFunction constructor',
  'the GeneratorFunction constructor',
  'this.constructor.constructor',
  'globalThis names',
  'import of a module of Node.js',
  'import of QuickJS’s own modules',
  'require',
  'the constructor of a host’s error',
  'the stack of a host’s error',
  'a stack overflow inside a host function',
  'Error.prepareStackTrace',
  'arguments.callee.caller',
  'hidden names of the global object',
  'WeakRef to a host function',
  'eval in the global scope',
  'a template that closes the source',
  'import from the Function constructor',
  'import from an AsyncFunction',
  'a file read by every loader that there may be',
  'a file read after an import',
  'a file written',
  'the environment',
  'a shell',
  'a signal to the host',
  'a connection by fetch',
  'a connection by a socket',
  'a worker',
  'a module of WebAssembly',
  'the path of the host’s files in a stack',
];

/** The attempts that change what others of the same session use, or may end it. */
export const attemptsThatSpoil: readonly string[] = [
  'a stack overflow inside a host function',
  'Error.prepareStackTrace',
  'Object.prototype',
  'patched JSON',
  'patched Promise',
  'a patched bind',
  'setters on Object.prototype that catch the bridge',
  'setters on Array.prototype that catch arguments',
  'no Promise, and a then on every object',
];
