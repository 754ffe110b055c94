import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { eventually } from '@rlm/config/eventually';

import { defineBackend } from '../../src/engine.js';
import { defaultLimits } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';
import { createQuickJSRecipe } from '../../src/quickjs/recipe.js';
import { startThread, startThreadText } from '../../src/process/thread.js';
import { sources } from '../../src/quickjs/sources.js';
import { usualRoom } from '../../src/quickjs/threads.js';

/** Threads that were started in this process. */
const threads = new Set<Worker>();
/** Those that still live. */
const living = (): readonly Worker[] => [...threads].filter(({ threadId }) => threadId !== -1);
const note = (worker: Worker): void => {
  threads.add(worker);
};

describe('threads of quickjs()', () => {
  const backend = quickjs({ process: 'none' });

  beforeEach(async () => {
    // Threads that other tests have left idle.
    await new Promise((resolve) => setTimeout(resolve, 400));
    threads.clear();
    process.on('worker', note);
  });

  afterEach(() => {
    process.off('worker', note);
  });

  it('may be started before there is a script', async () => {
    const started = startThread(usualRoom);
    const path = locateQuickJS();
    const recipe = createQuickJSRecipe({ kind: 'file', path }, sources, undefined, started);
    const session = await defineBackend(recipe).open();
    expect(await session.execute('print(1 + 1)')).toMatchObject({ stdout: '2\n' });
    expect([...threads]).toEqual([started]);
    await session.close();
    await eventually(() => {
      expect(living()).toEqual([]);
    });
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
      const session = await backend.open();
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
      const session = await backend.open({ functions: { one: () => 1 }, seed: 'a' });
      const { success, stdout } = await session.execute(look);
      await session.execute('Object.prototype.toString = () => "mine"; Math.random = () => 1');
      await session.close();
      expect(success).toBe(true);
      seen.add(stdout);
    }
    expect(seen.size).toBe(1);
    expect(threads.size).toBe(1);
  });

  it('take sessions of other backends, with other functions, limits and seeds', async () => {
    const first = await backend.open({ functions: { one: () => 1 }, seed: 'a' });
    const { stdout } = await first.execute('print(await one(), typeof two, Math.random())');
    await first.close();
    const other = quickjs({ process: 'none' });
    const second = await other.open({
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
    const seen: string[] = [];
    for (const wasm of [installed, other, installed]) {
      const session = await quickjs({ process: 'none', wasm: new Uint8Array(wasm) }).open();
      const { stdout } = await session.execute('try { (0)() } catch (e) { print(e.message) }');
      await session.close();
      seen.push(stdout);
    }
    expect(seen).toEqual(['not a function\n', 'NOT A FUNCTION\n', 'not a function\n']);
    expect(threads.size).toBe(1);
  });

  it('do not stop a cell because the same cell of the session before was stopped', async () => {
    const first = await backend.open();
    const stopped = await first.execute('for (;;);', { timeoutMs: 100 });
    expect(stopped).toMatchObject({ outcome: 'timeout' });
    // The snapshot that a long cell is followed by would end the thread with it.
    await first.execute('1');
    await first.close();
    const second = await backend.open();
    expect(await second.execute('print(1)')).toMatchObject({ success: true, stdout: '1\n' });
    await second.close();
    expect(threads.size).toBe(1);
  });

  it('hear nothing of a session that has ended: a late result, a call, a print', async () => {
    let answer = (_value: string): void => undefined;
    const late = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const first = await backend.open({ functions: { wait: () => late } });
    const cell = first.execute('print(await wait())');
    await eventually(() => {
      expect(living()).toHaveLength(1);
    });
    await first.close();
    await cell.catch(() => undefined);
    const second = await backend.open({
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
    const recipe = createQuickJSRecipe({ kind: 'installed' }, sources);
    const frames: unknown[] = [];
    const start = {
      ...{ functions: [], dialects: [], limits: defaultLimits, seed: 'a seed' },
      events: { onFrame: (frame: unknown) => frames.push(frame), onExit: () => undefined },
    };
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

  it('end a session that is asked for a snapshot too late', async () => {
    const recipe = createQuickJSRecipe({ kind: 'installed' }, sources);
    const engine = await recipe.start({
      ...{ functions: [], dialects: [], limits: defaultLimits, seed: 'a seed' },
      events: { onFrame: () => undefined, onExit: () => undefined },
    });
    const killed = engine.kill();
    await expect(engine.snapshot?.(2 ** 30)).rejects.toMatchObject({ code: 'session_lost' });
    await killed;
    await expect(engine.snapshot?.(2 ** 30)).rejects.toMatchObject({ code: 'session_lost' });
  });

  it('take no session if they were ended because the host was busy while they closed one', async () => {
    const recipe = createQuickJSRecipe({ kind: 'installed' }, sources);
    for (let count = 0; count < 3; count++) {
      const engine = await recipe.start({
        ...{ functions: [], dialects: [], limits: defaultLimits, seed: 'a seed' },
        events: { onFrame: () => undefined, onExit: () => undefined },
      });
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
    const busy = await backend.open({
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
    const large = await backend.open();
    const taken = await large.execute('globalThis.list = new Array(2e6).fill(7); list.length');
    expect(taken).toMatchObject({ success: true, value: '2000000' });
    await large.close();
    const small = await backend.open();
    await small.close();
    expect(threads.size).toBe(3);
    expect(living()).toHaveLength(1);
  });

  it('take 32 sessions at most: what they leave is garbage', async () => {
    for (let count = 0; count < 33; count++) {
      const session = await backend.open();
      await session.close();
    }
    expect(threads.size).toBe(2);
  });

  it('are kept for a moment, four at most', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => backend.open()));
    expect(living()).toHaveLength(6);
    await Promise.all(sessions.map((session) => session.close()));
    expect(living()).toHaveLength(4);
    await eventually(() => {
      expect(living()).toHaveLength(0);
    });
  });
});
