import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { createInFlight } from '../../src/run/in-flight.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function deferred(): {
  promise: Promise<string>;
  resolve: (value: string) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('createInFlight', () => {
  const { signal } = new AbortController();
  const key = { question: 'q', terms: 't' };

  it('asks an identical question that is under way only once', async () => {
    const inFlight = createInFlight();
    const asked = deferred();
    let count = 0;
    const ask = (): Promise<string> => {
      count += 1;
      return asked.promise;
    };
    const both = Promise.all([inFlight.run(key, ask, signal), inFlight.run(key, ask, signal)]);
    asked.resolve('a');
    expect(await both).toEqual([
      { value: 'a', shared: false },
      { value: 'a', shared: true },
    ]);
    expect(count).toBe(1);
    await inFlight.run(key, () => Promise.resolve('b'), signal);
    expect(await inFlight.run(key, () => Promise.resolve('c'), signal)).toEqual({
      value: 'c',
      shared: false,
    });
  });

  it('shares a failure', async () => {
    const inFlight = createInFlight();
    const asked = deferred();
    const runs = [1, 2].map(() => inFlight.run(key, () => asked.promise, signal));
    asked.reject(new Error('down'));
    await expect(Promise.allSettled(runs)).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
  });

  it('asks anew for those who wait when the one who asked is aborted', async () => {
    const inFlight = createInFlight();
    const controller = new AbortController();
    const asked = deferred();
    const first = inFlight.run(key, () => asked.promise, controller.signal);
    const second = inFlight.run(key, () => Promise.resolve('mine'), signal);
    controller.abort(new Error('gone'));
    asked.reject(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect(second).resolves.toEqual({ value: 'mine', shared: false });
  });

  it('lets one who waits go when it is aborted itself', async () => {
    const inFlight = createInFlight();
    const controller = new AbortController();
    const asked = deferred();
    const first = inFlight.run(key, () => asked.promise, signal);
    const second = inFlight.run(key, () => asked.promise, controller.signal);
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    asked.resolve('a');
    await expect(first).resolves.toEqual({ value: 'a', shared: false });
  });

  it('keeps one who asks in other terms waiting for their own answer', async () => {
    const inFlight = createInFlight();
    const asked = deferred();
    const typed = { ...key, terms: 'as a number' };
    const first = inFlight.run(typed, () => asked.promise, signal);
    await inFlight.run(key, () => Promise.resolve('a'), signal);
    const second = inFlight.run(typed, () => Promise.resolve('asked twice'), signal);
    asked.resolve('1');
    expect(await Promise.all([first, second])).toEqual([
      { value: '1', shared: false },
      { value: '1', shared: true },
    ]);
  });

  it('keeps no text of a question that was answered', async () => {
    const inFlight = createInFlight();
    const questions = 40;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let asked = 0; asked < questions; asked += 1) {
      const question = JSON.stringify([asked, 'x'.repeat(1_000_000)]);
      await inFlight.run({ question, terms: 't' }, () => Promise.resolve('a'), signal);
    }
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - before;
    expect(kept).toBeLessThan((questions * 1_000_000) / 4);
    // It is still there: otherwise nothing would be kept anyway.
    expect(await inFlight.run(key, () => Promise.resolve('b'), signal)).toMatchObject({
      value: 'b',
    });
  });
});
