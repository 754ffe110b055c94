import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { eventually } from '@rlm/config/eventually';

import type { EngineRecipe, EngineStart } from '../../src/contract/engine.js';
import { sandboxOf } from '../support/sandbox-of.js';
import { defaultLimits, type SandboxBackend } from '../../src/index.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';
import type { WasmSource } from '../../src/quickjs/options.js';
import { createQuickJSRecipe } from '../../src/quickjs/recipe.js';
import { startThread, startThreadText } from '../../src/process/thread.js';
import { sources } from '../../src/quickjs/sources.js';
import { makeImage } from '../../src/quickjs/worker/guest-image.js';
import { sharedThreads, Threads, type ThreadTimes, usualRoom } from '../../src/quickjs/threads.js';

const installed = { kind: 'installed' } as const;

/** Threads that were started in this process. */
const threads = new Set<Worker>();
/** Those that still live. */
const living = (): readonly Worker[] => [...threads].filter(({ threadId }) => threadId !== -1);
const note = (worker: Worker): void => {
  threads.add(worker);
};

/** No thread ends because this machine is busy. */
const patient: ThreadTimes = { lingerMs: 1e6, closeMs: 1e6 };

/** A recipe with threads of its own. */
function recipeWith(times: Partial<ThreadTimes> = {}): EngineRecipe {
  return recipeOn(new Threads(sources.worker, { ...patient, ...times }));
}

/** A recipe whose sessions take no snapshot after a cell that took long: to close one then would end its thread. */
function recipeOn(own: Threads, wasm: WasmSource = { kind: 'installed' }): EngineRecipe {
  const recipe = createQuickJSRecipe(wasm, sources, { threads: own });
  return { ...recipe, capabilities: { ...recipe.capabilities, snapshot: false } };
}

function startOf(onFrame: (frame: unknown) => void = () => undefined): EngineStart {
  const events = { onFrame, onExit: () => undefined };
  return { functions: [], dialects: [], limits: defaultLimits, seed: 'a seed', events };
}

describe('threads of quickjs()', () => {
  let open: SandboxBackend['open'];
  let recipe: EngineRecipe;

  beforeEach(() => {
    threads.clear();
    process.on('worker', note);
    recipe = recipeWith();
    const backend = sandboxOf(recipe);
    open = (options) => backend.open(options);
  });

  afterEach(async () => {
    process.off('worker', note);
    await Promise.all(living().map((worker) => worker.terminate()));
  });

  it('may be started before there is a script', async () => {
    const started = startThread(usualRoom);
    const own = new Threads(sources.worker, patient);
    const given = { thread: started, threads: own };
    const early = createQuickJSRecipe({ kind: 'installed' }, sources, given);
    const session = await sandboxOf(early).open();
    expect(await session.execute('print(1 + 1)')).toMatchObject({ stdout: '2\n' });
    expect([...threads]).toEqual([started]);
    await session.close();
  });

  it('begin with an image of the interpreter, if their process makes one', async () => {
    const own = new Threads(sources.worker, patient);
    const images = vi.fn(makeImage);
    const imaged = createQuickJSRecipe(installed, sources, { threads: own, makeImage: images });
    const backend = sandboxOf(imaged);
    const sessions = [await backend.open({ seed: 'a' }), await backend.open({ seed: 'b' })];
    const code = 'print([typeof FINAL, new Date().getTimezoneOffset(), Math.random()].join())';
    const [one, other] = [await sessions[0]?.execute(code), await sessions[1]?.execute(code)];
    expect(one?.stdout).toMatch(/^function,0,0\.\d+$/m);
    expect(other?.stdout).not.toBe(one?.stdout);
    expect(images).toHaveBeenCalledTimes(1);
    for (const session of sessions) await session.close();
  });

  it('make their own image if that of their process cannot be made', async () => {
    const own = new Threads(sources.worker, patient);
    const failing = () => Promise.reject(new Error('no memory'));
    const imaged = createQuickJSRecipe(installed, sources, { threads: own, makeImage: failing });
    const session = await sandboxOf(imaged).open();
    expect(await session.execute('print(1 + 1)')).toMatchObject({ stdout: '2\n' });
    await session.close();
  });

  it('are started by an expression too, and know nothing of their process', async () => {
    const script =
      'require("node:worker_threads").parentPort.postMessage([process.env, typeof host.codeCache])';
    const start = runInThisContext(`(require) => ${startThreadText(usualRoom)}`) as (
      require: NodeJS.Require,
    ) => Worker;
    const started = start(createRequire(import.meta.url));
    started.postMessage({ source: script, cache: undefined });
    expect(await once(started, 'message')).toEqual([[{}, 'function']]);
    await started.terminate();
  });

  it('take one session after another', async () => {
    for (let count = 0; count < 3; count++) {
      const session = await open();
      expect(await session.execute('globalThis.left ??= 0; left += 1; print(left)')).toMatchObject({
        stdout: '1\n',
      });
      await session.close();
    }
    expect(threads.size).toBe(1);
  });

  it('give each session the same beginning, whether it is the first of its thread or a later one', async () => {
    const look = `
      const names = Object.getOwnPropertyNames(globalThis);
      const kinds = names.map((name) => name + ':' + Object.prototype.toString.call(globalThis[name]));
      print(kinds.join(' '), Math.random(), new Date(2026, 0).toString(), grep('a b', 'b'));`;
    const seen = new Set<string>();
    for (let count = 0; count < 3; count++) {
      const session = await open({ functions: { one: () => 1 }, seed: 'a' });
      const { success, stdout } = await session.execute(look);
      await session.execute('Object.prototype.toString = () => "mine"; Math.random = () => 1');
      await session.close();
      expect(success).toBe(true);
      seen.add(stdout);
    }
    expect(seen.size).toBe(1);
    expect(threads.size).toBe(1);
  });

  it('are shared by all recipes of a process', () => {
    expect(sharedThreads('a script')).toBe(sharedThreads('a script'));
    expect(sharedThreads('another')).not.toBe(sharedThreads('a script'));
  });

  it('take sessions of other backends, with other functions, limits and seeds', async () => {
    const own = new Threads(sources.worker, patient);
    const first = await sandboxOf(recipeOn(own)).open({
      functions: { one: () => 1 },
      seed: 'a',
    });
    const { stdout } = await first.execute('print(await one(), typeof two, Math.random())');
    await first.close();
    const second = await sandboxOf(recipeOn(own)).open({
      functions: { two: () => 2 },
      seed: 'b',
      limits: { memoryBytes: 32 * 1024 * 1024 },
    });
    const next = await second.execute('print(typeof one, await two(), Math.random())');
    await second.close();
    expect(threads.size).toBe(1);
    expect(stdout).toMatch(/^1 undefined 0\.\d+\n$/);
    expect(next.stdout).toMatch(/^undefined 2 0\.\d+\n$/);
    expect(next.stdout.split(' ')[2]).not.toBe(stdout.split(' ')[2]);
  });

  it('begin with the interpreter of their own backend', async () => {
    const installed = await readFile(locateQuickJS());
    const text = installed.toString('latin1').replaceAll('not a function', 'NOT A FUNCTION');
    const other = Buffer.from(text, 'latin1');
    const own = new Threads(sources.worker, patient);
    const seen: string[] = [];
    for (const bytes of [installed, other, installed]) {
      const session = await sandboxOf(recipeOn(own, { kind: 'bytes', bytes })).open();
      const { stdout } = await session.execute('try { (0)() } catch (e) { print(e.message) }');
      await session.close();
      seen.push(stdout);
    }
    expect(seen).toEqual(['not a function\n', 'NOT A FUNCTION\n', 'not a function\n']);
    expect(threads.size).toBe(1);
  });

  it('do not stop a cell because the same cell of the session before was stopped', async () => {
    const first = await open({ limits: { graceMs: 60_000 } });
    const stopped = await first.execute('for (;;);', { timeoutMs: 100 });
    expect(stopped).toMatchObject({ outcome: 'timeout' });
    await first.close();
    const second = await open();
    expect(await second.execute('print(1)')).toMatchObject({ success: true, stdout: '1\n' });
    await second.close();
    expect(threads.size).toBe(1);
  });

  it('hear nothing of a session that has ended: a late result, a call, a print', async () => {
    let answer: (value: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const first = await open({ functions: { wait: () => late } });
    const cell = first.execute('print(await wait())');
    await eventually(() => {
      expect(living()).toHaveLength(1);
    });
    await first.close();
    await cell.catch(() => undefined);
    const second = await open({
      functions: {
        async wait() {
          answer('of the other session');
          await late;
          return 'its own';
        },
      },
    });
    expect(await second.execute('print(await wait())')).toMatchObject({ stdout: 'its own\n' });
    await second.close();
  });

  it('hear nothing that is sent to an engine that was killed', async () => {
    const frames: unknown[] = [];
    const start = startOf((frame) => frames.push(frame));
    const first = await recipe.start(start);
    await first.kill();
    const second = await recipe.start(start);
    first.send({ type: 'variables', id: 1 });
    first.interrupt('abort');
    second.send({ type: 'variables', id: 2 });
    await eventually(() => {
      expect(frames).toMatchObject([{ type: 'reply', id: 2 }]);
    });
    await second.kill();
    await second.kill();
    expect(threads.size).toBe(1);
  });

  it('take no session once they are dead, even if no one has heard of that yet', async () => {
    const first = await recipe.start(startOf());
    const snapshot = await first.snapshot?.(Infinity);
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const others = await Promise.all([recipe.start(startOf()), recipe.start(startOf())]);
    await Promise.all([first, ...others].map((engine) => engine.kill()));
    const ended = living().map((worker) => worker.terminate());
    expect(ended).toHaveLength(3);
    const frames: unknown[] = [];
    const start = startOf((frame) => frames.push(frame));
    const engine = await recipe.start({ ...start, snapshot, ownsSnapshot: true });
    engine.send({ type: 'variables', id: 1 });
    await eventually(() => {
      expect(frames).toMatchObject([{ type: 'reply', id: 1 }]);
    });
    expect(threads.size).toBe(4);
    await engine.kill();
    await Promise.all(ended);
  });

  it('end a session that is asked for a snapshot too late', async () => {
    const engine = await recipe.start(startOf());
    const killed = engine.kill();
    await expect(engine.snapshot?.(2 ** 30)).rejects.toMatchObject({ code: 'session_lost' });
    await killed;
    await expect(engine.snapshot?.(2 ** 30)).rejects.toMatchObject({ code: 'session_lost' });
  });

  it('take no session if they were ended because the host was busy while they closed one', async () => {
    const hasty = recipeWith({ closeMs: 1 });
    for (let count = 0; count < 3; count++) {
      const engine = await hasty.start(startOf());
      // From here, the timer of the close comes before the worker's message.
      await new Promise((resolve) => setImmediate(resolve));
      const killed = engine.kill();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      await killed;
    }
    expect(threads.size).toBe(3);
  });

  it('end with a session that runs a cell, or that has taken much memory', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const busy = await open({
      functions: {
        begin() {
          begin();
        },
      },
    });
    const cell = busy.execute('await begin(); for (;;);').catch(() => undefined);
    await begun;
    await busy.close();
    await cell;
    const large = await open();
    const taken = await large.execute('globalThis.list = new Array(2e6).fill(7); list.length');
    expect(taken).toMatchObject({ success: true, value: '2000000' });
    await large.close();
    const small = await open();
    await small.close();
    expect(threads.size).toBe(3);
    expect(living()).toHaveLength(1);
  });

  it('take 32 sessions at most: what they leave is garbage', async () => {
    for (let count = 0; count < 33; count++) {
      const session = await open();
      await session.close();
    }
    expect(threads.size).toBe(2);
  });

  it('are kept, four at most', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(living()).toHaveLength(6);
    await Promise.all(sessions.map((session) => session.close()));
    expect(living()).toHaveLength(4);
  });

  it('are kept for a moment only', async () => {
    const session = await sandboxOf(recipeWith({ lingerMs: 1 })).open();
    await session.close();
    await eventually(() => {
      expect(threads.size).toBe(1);
      expect(living()).toHaveLength(0);
    });
  });
});
