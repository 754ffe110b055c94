import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  createInProcessExecutor,
  createRun,
  type EffectExecutor,
  type RunContext,
  type PlacedEffect,
} from '../../src/index.js';
import { EffectKeys, effectKey } from '../../src/effects/effect-key.js';
import { nextTurn, canonicalJson } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from '../model/run-with.js';

const placed = <T>(
  perform: (abortSignal: AbortSignal) => Promise<T>,
  more: Partial<PlacedEffect<T>> = {},
): PlacedEffect<T> => ({
  kind: 'look',
  input: null,
  perform,
  runId: 'r',
  depth: 0,
  step: 1,
  key: '',
  nonce: 'r',
  ...more,
});
const quiet = new AbortController().signal;

describe('canonicalJson', () => {
  it('is the same for the same data, in whatever order it was put together', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const turned = Object.fromEntries(Object.entries(data).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(data));
        expect(JSON.parse(canonicalJson(data))).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ['a function', { f: () => 1 }],
    ['a class', new Map()],
    ['a number that is none', Number.NaN],
    ['a cycle', cycle],
    ['a bigint', 1n],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({ code: 'invalid_effect_input' }),
    );
  });
});

describe('the key of an effect', () => {
  it('is made of its content', () => {
    const hash = createHash('sha256').update('["look",{"a":1,"b":2}]').digest('hex');
    expect(effectKey('run', 3, 'look', { b: 2, a: 1 }, 0)).toBe(`run/3/look/${hash}#0`);
  });

  it('counts the same content anew in each step', () => {
    const keys = new EffectKeys('r');
    const next = (step: number): string => keys.next(step, 'look', 'a').slice(-2);
    expect([next(1), next(1), next(2), next(2), next(1)]).toEqual(['#0', '#1', '#0', '#1', '#0']);
  });

  it('counts the same content within a step, and is not computed where nobody needs it', async () => {
    const keys: string[] = [];
    const journal = (keyed: boolean): EffectExecutor => ({
      keyed,
      execute: (effect, signal) => {
        keys.push(effect.key);
        return effect.perform(signal);
      },
    });
    const work = async (context: RunContext) => {
      const look = (input: unknown) =>
        context.effects.run({ kind: 'look', input, perform: () => Promise.resolve(1) });
      await Promise.all([look('a'), look('b'), look('a')]);
    };
    await runWith(work, { executor: journal(true), runId: 'r' });
    const key = (input: string, occurrence: number) => effectKey('r', 1, 'look', input, occurrence);
    expect(keys.splice(0)).toEqual([key('a', 0), key('b', 0), key('a', 1)]);
    await runWith(work, { executor: journal(false) });
    expect(keys).toEqual(['', '', '']);
  });
});

describe('the effect seam', () => {
  it('delivers results one at a time, in the order in which they came', async () => {
    const log: string[] = [];
    await runWith(async (context) => {
      const finish: ((value: string) => void)[] = [];
      const ask = async (name: string): Promise<void> => {
        const perform = () => new Promise<string>((resolve) => void finish.push(resolve));
        log.push(`got ${await context.effects.run({ kind: 'look', input: name, perform })}`);
        for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
        log.push(`idle after ${name}`);
      };
      const all = Promise.all(['a', 'b', 'c'].map(ask));
      await nextTurn();
      for (const [index, name] of [
        [2, 'c'],
        [0, 'a'],
        [1, 'b'],
      ] as const)
        finish[index]?.(name);
      await all;
    });
    expect(log).toEqual([
      'got c',
      'idle after c',
      'got a',
      'idle after a',
      'got b',
      'idle after b',
    ]);
  });

  it('hands on what work of the caller comes to', async () => {
    const { value } = await runWith((context) => context.effects.busy(Promise.resolve('done')));
    expect(value).toBe('done');
  });

  it('ends an effect with its own signal', async () => {
    const controller = new AbortController();
    const { error } = await runWith((context) => {
      const { signal: abortSignal } = controller;
      const asked = context.effects.run({
        kind: 'look',
        input: 1,
        abortSignal,
        perform: () => new Promise(() => undefined),
      });
      controller.abort('enough');
      return asked;
    });
    expect(error).toBe('enough');
  });

  it('ends what is aborted at once, before results that wait for their turn', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    await runWith(async (context) => {
      const finish: (() => void)[] = [];
      const perform = () => new Promise<void>((resolve) => void finish.push(resolve));
      const look = (input: string, abortSignal: AbortSignal): Promise<void> =>
        context.effects.run({ kind: 'look', input, perform, abortSignal }).then(
          () => void log.push(`got ${input}`),
          () => void log.push(`lost ${input}`),
        );
      const all = Promise.all([
        ...['a', 'b', 'c'].map((input) => look(input, quiet)),
        look('d', controller.signal),
      ]);
      await nextTurn();
      for (const end of finish.slice(0, 3)) end();
      // All three are there, and one has been given.
      while (log.length === 0) await Promise.resolve();
      controller.abort();
      await all;
    });
    expect(log).toHaveLength(4);
    expect(log.indexOf('lost d')).toBeLessThan(log.indexOf('got b'));
  });
});

describe('createInProcessExecutor', () => {
  it('performs a bounded number of a lane at a time, in order', async () => {
    const executor = createInProcessExecutor({ concurrency: { look: 2 } });
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const perform = (index: number) => async (): Promise<void> => {
      started.push(index);
      most = Math.max(most, (running += 1));
      await nextTurn();
      running -= 1;
    };
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => executor.execute(placed(perform(index)), quiet)),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('counts lanes per depth, so that who waits for children does not stand in their way', async () => {
    const executor = createInProcessExecutor({ concurrency: 1 });
    const nested = (depth: number): Promise<number> =>
      executor.execute(
        placed(() => (depth === 5 ? Promise.resolve(depth) : nested(depth + 1)), { depth }),
        quiet,
      );
    expect(await nested(0)).toBe(5);
  });

  it('does not begin what was aborted while it waited', async () => {
    const executor = createInProcessExecutor({ concurrency: 1 });
    const controller = new AbortController();
    let begun = false;
    const first = executor.execute(placed(nextTurn), quiet);
    const second = executor.execute(
      placed(() => {
        begun = true;
        return Promise.resolve();
      }),
      controller.signal,
    );
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await first;
    expect(begun).toBe(false);
  });

  const mendable = () => Object.assign(new Error('busy'), { isRetryable: true });

  it('waits twice as long with each attempt, spread by chance, up to a bound', async () => {
    const clock = manualClock();
    const at: number[] = [];
    const executor = createInProcessExecutor({
      clock,
      attempts: 5,
      minDelayMs: 100,
      maxDelayMs: 300,
      random: () => 0.5,
    });
    const work = executor.execute(
      placed(() => {
        at.push(clock.now());
        return Promise.reject(mendable());
      }),
      quiet,
    );
    const failed = expect(work).rejects.toThrow('busy');
    await clock.advance(10_000);
    await failed;
    expect(at.map((time, index) => time - (at[index - 1] ?? 0))).toEqual([0, 75, 150, 225, 225]);
  });

  it('waits as long as a fault asks for, unless that is too long', async () => {
    const clock = manualClock();
    const at: number[] = [];
    const executor = createInProcessExecutor({ clock, maxRetryAfterMs: 60_000 });
    const failing = (retryAfterMs: unknown): Promise<unknown> =>
      executor.execute(
        placed(() => {
          at.push(clock.now());
          return Promise.reject(Object.assign(mendable(), { retryAfterMs }));
        }),
        quiet,
      );
    const failed = expect(failing(45_000)).rejects.toThrow('busy');
    await clock.advance(100_000);
    await failed;
    expect(at.splice(0)).toEqual([0, 45_000, 90_000]);
    await expect(failing(60_001)).rejects.toThrow('busy');
    expect(at.splice(0)).toHaveLength(1);
    const odd = expect(failing('70000')).rejects.toThrow('busy');
    await clock.advance(10_000);
    await odd;
    expect(at).toHaveLength(3);
  });

  it('has a budget of further attempts for all effects together', async () => {
    const clock = manualClock();
    let calls = 0;
    const executor = createInProcessExecutor({ clock, retryBudget: 3 });
    const perform = () => {
      calls += 1;
      return Promise.reject(mendable());
    };
    const all = Promise.allSettled(
      [1, 2, 3, 4].map(() => executor.execute(placed(perform), quiet)),
    );
    await clock.advance(100_000);
    await all;
    expect(calls).toBe(4 + 3);
  });

  it('tries again only what says that it may', async () => {
    let calls = 0;
    const executor = createInProcessExecutor({ minDelayMs: 0 });
    const perform = () => {
      calls += 1;
      return Promise.reject(new TypeError('mistake'));
    };
    await expect(executor.execute(placed(perform), quiet)).rejects.toThrow('mistake');
    expect(calls).toBe(1);
  });

  it.each([[null], [undefined], ['text']])(
    'tries again after %j, if the caller says so',
    async (fault) => {
      const faults: unknown[] = [fault];
      const executor = createInProcessExecutor({
        minDelayMs: 0,
        maxRetryAfterMs: 0,
        isRetryable: () => true,
      });
      const perform = async () => {
        await Promise.resolve();
        if (faults.length > 0) throw faults.pop();
        return 'done';
      };
      await expect(executor.execute(placed(perform), quiet)).resolves.toBe('done');
    },
  );

  it('leaves nothing at a signal that outlives the effect', async () => {
    const { signal } = new AbortController();
    const executor = createInProcessExecutor({ clock: manualClock() });
    await executor.execute(
      placed(() => Promise.resolve(1), { timeoutMs: 20 }),
      signal,
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('tries again whatever `isRetryable` accepts', async () => {
    const faults: unknown[] = [new TypeError('mistake'), 'busy'];
    const executor = createInProcessExecutor({ minDelayMs: 0, isRetryable: () => true });
    const perform = async () => {
      await Promise.resolve();
      if (faults.length > 0) throw faults.shift();
      return 'done';
    };
    await expect(executor.execute(placed(perform), quiet)).resolves.toBe('done');
  });

  it('ends the wait for another attempt on an abort', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const executor = createInProcessExecutor({ clock });
    const work = executor.execute(
      placed(() => Promise.reject(mendable())),
      controller.signal,
    );
    await nextTurn();
    expect(clock.sleeping).toBe(1);
    controller.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });

  it('ends one attempt at its time-out', async () => {
    const clock = manualClock();
    const executor = createInProcessExecutor({ clock });
    const signals: AbortSignal[] = [];
    const perform = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const failed = expect(
      executor.execute(placed(perform, { timeoutMs: 20 }), quiet),
    ).rejects.toMatchObject({ code: 'effect_timeout', details: { kind: 'look', timeoutMs: 20 } });
    await clock.advance(20);
    await failed;
    expect(signals[0]?.aborted).toBe(true);
  });

  it.each([
    [{ concurrency: 0 }],
    [{ concurrency: { look: -1 } }],
    [{ attempts: 0 }],
    [{ minDelayMs: -1 }],
    [{ isRetryable: 'yes' }],
  ])('refuses %j', (options) => {
    expect(() => createInProcessExecutor(options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });

  it('serves a whole tree of runs', async () => {
    const { value } = await runWith(async (context) => {
      const child = createRun(
        {
          name: 'child',
          open: () => Promise.resolve(0),
          async step(state, inner) {
            inner.emit({ type: 'nothing' });
            const answer = await inner.effects.run({
              kind: 'look',
              input: 1,
              perform: () => Promise.resolve('seen'),
            });
            const result = {
              actionType: 'x',
              success: true,
              output: '',
              error: null,
              durationMs: 0,
              tokensUsed: 0,
              metadata: {},
            };
            return { type: 'final', state, result, answer };
          },
        },
        null,
        { parent: context },
      );
      return (await child.result).answer;
    });
    expect(value).toBe('seen');
  });
});
