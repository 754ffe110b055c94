import { describe, expect, it } from 'vitest';

import { createRun, type Protocol, type RunContext } from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { callModel } from '../../src/model/index.js';
import {
  manualClock,
  recordEvents,
  scriptedModel,
  type ScriptedReply,
} from '../../src/testing/index.js';
import { actionResult, countingProtocol, type Ping } from '../helpers.js';

type Counting = Protocol<unknown, number, string, Ping>;

/** Waits until the signal is aborted, as a call that heeds it does. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
const never = (): Promise<never> => new Promise(() => undefined);

describe('close', () => {
  const counted = (step: Parameters<typeof countingProtocol>[0], more: Partial<Counting> = {}) => {
    const closed: number[] = [];
    const close = (state: number): Promise<void> => {
      closed.push(state);
      return Promise.resolve();
    };
    return { closed, protocol: countingProtocol(step, { close, ...more }) };
  };

  it.each<[string, Parameters<typeof countingProtocol>[0], number]>([
    ['an answer', () => Promise.resolve({ final: 'yes' }), 1],
    ['a failure', () => Promise.reject(new Error('boom')), 0],
    ['a limit', () => Promise.resolve('continue'), 3],
  ])('is called once, with the last state, after %s', async (_, step, state) => {
    const { closed, protocol } = counted(step);
    await createRun(protocol, null, { maxSteps: 3 }).result;
    expect(closed).toEqual([state]);
  });

  it('is called after an abort', async () => {
    const { closed, protocol } = counted((_, context) => untilAborted(context.abortSignal));
    const run = createRun(protocol, null);
    await nextTurn();
    run.abort('enough');
    expect(await run.result).toMatchObject({ status: 'aborted', stop: { error: 'enough' } });
    expect(closed).toEqual([0]);
  });

  it('is called when the reader of the run leaves early', async () => {
    const ended: string[] = [];
    const { closed, protocol } = counted(() => Promise.resolve('continue'));
    const step = protocol.step.bind(protocol);
    const watched: Counting = {
      ...protocol,
      close: async (state) => {
        await protocol.close?.(state);
        ended.push('close');
      },
      async step(state, context) {
        try {
          return await step(state, context);
        } finally {
          await nextTurn();
          ended.push(`step ${context.step}`);
        }
      },
    };
    const run = createRun(watched, null);
    for await (const event of run) {
      if (event.type === 'ping' && event.count === 2) break;
    }
    await run.result;
    expect(closed).toEqual([2]);
    expect(ended).toEqual(['step 1', 'step 2', 'close']);
  });

  it('is not called when nothing was opened', async () => {
    const open = () => Promise.reject(new Error('no'));
    const { closed, protocol } = counted(() => Promise.resolve('continue'), { open });
    expect(await createRun(protocol, null).result).toMatchObject({
      status: 'failed',
      stop: { message: 'no' },
    });
    expect(closed).toEqual([]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('stuck'))],
    [
      'throws',
      () => {
        throw new Error('stuck');
      },
    ],
  ])('that %s is reported and hides nothing', async (_, close) => {
    const { protocol } = counted(() => Promise.resolve({ final: 'yes' }), { close });
    expect(await createRun(protocol, null).result).toMatchObject({
      status: 'final',
      answer: 'yes',
      diagnostics: [{ code: 'close_failed', message: 'stuck' }],
    });
  });

  it('that never ends is left behind after the time of grace', async () => {
    const clock = manualClock();
    const { protocol } = counted(() => Promise.resolve({ final: 'yes' }), { close: never });
    const run = createRun(protocol, null, { clock, graceMs: 50 });
    await clock.advance(49);
    await clock.advance(1);
    const outcome = await run.result;
    expect(outcome).toMatchObject({ answer: 'yes', diagnostics: [{ code: 'close_left_behind' }] });
  });

  it('comes late when opening was left behind', async () => {
    let finishOpening: (state: number) => void = () => undefined;
    const open = () =>
      new Promise<number>((resolve) => {
        finishOpening = resolve;
      });
    const { closed, protocol } = counted(() => Promise.resolve('continue'), { open });
    const clock = manualClock();
    const run = createRun(protocol, null, { clock, graceMs: 10 });
    await nextTurn();
    run.abort();
    await clock.advance(10);
    expect(await run.result).toMatchObject({ status: 'aborted', steps: 0 });
    finishOpening(7);
    await nextTurn();
    expect(closed).toEqual([7]);
  });
});

describe('wrapUp', () => {
  const wrappingUp = (wrapUp: NonNullable<Counting['wrapUp']>) =>
    countingProtocol(
      (count) => Promise.resolve({ type: 'continue', state: count, result: actionResult() }),
      { wrapUp },
    );

  it('gives the best answer when a limit stops the run, one step beyond it', async () => {
    const protocol = wrappingUp((state, stop, context) =>
      Promise.resolve(`best of ${state} at ${context.step} for ${stop.finishReason}`),
    );
    const recorder = recordEvents(createRun(protocol, null, { maxSteps: 2 }));
    await recorder.finished;
    expect(recorder.types().slice(-3)).toEqual(['wrap-up-start', 'wrap-up-end', 'run-end']);
    expect(recorder.events.at(-1)).toMatchObject({
      step: 3,
      result: {
        status: 'stopped',
        finishReason: 'max_steps',
        steps: 2,
        answer: 'best of 2 at 3 for max_steps',
      },
    });
  });

  it.each<[string, NonNullable<Counting['wrapUp']>, string[]]>([
    ['has none', () => Promise.resolve(undefined), []],
    ['throws', () => Promise.reject(new Error('no')), ['wrap_up_failed']],
  ])('that %s leaves the answer null', async (_, wrapUp, codes) => {
    const outcome = await createRun(wrappingUp(wrapUp), null, { maxSteps: 1 }).result;
    expect(outcome).toMatchObject({ finishReason: 'max_steps', answer: null });
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('is not asked after an error or an abort', async () => {
    let asked = 0;
    const wrapUp = () => {
      asked += 1;
      return Promise.resolve('x');
    };
    const failing = countingProtocol(() => Promise.reject(new Error('boom')), { wrapUp });
    await createRun(failing, null).result;
    const aborted = { abortSignal: AbortSignal.abort() };
    expect(await createRun(wrappingUp(wrapUp), null, aborted).result).toMatchObject({
      stop: { message: 'The run was aborted.' },
    });
    expect(asked).toBe(0);
  });

  it('is cut short by its deadline', async () => {
    const clock = manualClock();
    const protocol = wrappingUp((_, __, context) => untilAborted(context.abortSignal));
    const run = createRun(protocol, null, { clock, maxSteps: 1, wrapUpTimeoutMs: 100 });
    await clock.advance(100);
    expect(await run.result).toMatchObject({
      finishReason: 'max_steps',
      answer: null,
      diagnostics: [{ code: 'wrap_up_failed' }],
    });
  });

  it('is cut short by an abort, which then is how the run ended', async () => {
    const protocol = wrappingUp((_, __, context) => untilAborted(context.abortSignal));
    const run = createRun(protocol, null, { maxSteps: 1 });
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    run.abort();
    expect(await run.result).toMatchObject({ status: 'aborted', steps: 1 });
  });

  it('has a call kept back for it inside the budget', async () => {
    const model = scriptedModel(['reply'], { after: 'repeat' });
    const ask = async (context: RunContext) =>
      (await callModel(model, { purpose: 'root', messages: [] }, context)).text;
    const protocol = countingProtocol(
      async (count, context) => {
        await ask(context);
        return { type: 'continue', state: count, result: actionResult() };
      },
      { wrapUp: (_, __, context) => ask(context) },
    );
    const outcome = await createRun(protocol, null, { limits: { maxCalls: 4 } }).result;
    expect(outcome).toMatchObject({
      finishReason: 'max_calls',
      steps: 3,
      answer: 'reply',
      usage: { total: { calls: 4 } },
    });
  });
});

describe('deadlines', () => {
  it('stop a run whose step heeds the signal', async () => {
    const clock = manualClock();
    const protocol = countingProtocol((_, context) => untilAborted(context.abortSignal));
    const run = createRun(protocol, null, { clock, limits: { timeoutMs: 1000 } });
    await clock.advance(999);
    await clock.advance(1);
    expect(await run.result).toMatchObject({
      status: 'stopped',
      finishReason: 'timeout',
      durationMs: 1000,
      stop: { code: 'timeout' },
    });
    expect(clock.sleeping).toBe(0);
  });

  it('leave a step behind that does not heed the signal', async () => {
    const clock = manualClock();
    const run = createRun(countingProtocol(never), null, {
      clock,
      limits: { timeoutMs: 100 },
      graceMs: 20,
    });
    await clock.advance(120);
    expect(await run.result).toMatchObject({ finishReason: 'timeout', durationMs: 120 });
  });

  it('let an answer count that comes within the time of grace', async () => {
    const clock = manualClock();
    const protocol = countingProtocol(async () => {
      await clock.sleep(110);
      return { final: 'just' };
    });
    const run = createRun(protocol, null, { clock, limits: { timeoutMs: 100 }, graceMs: 20 });
    await clock.advance(200);
    expect(await run.result).toMatchObject({ status: 'final', answer: 'just' });
  });

  it('stop a single step, and leave time for the wrap-up', async () => {
    const clock = manualClock();
    const protocol = countingProtocol((_, context) => untilAborted(context.abortSignal), {
      wrapUp: async (_, stop, context) => {
        await context.clock.sleep(5, context.abortSignal);
        return stop.code;
      },
    });
    const run = createRun(protocol, null, { clock, stepTimeoutMs: 50 });
    await clock.advance(100);
    expect(await run.result).toMatchObject({
      finishReason: 'timeout',
      stop: { code: 'step_timeout' },
      answer: 'step_timeout',
    });
    expect(clock.sleeping).toBe(0);
  });

  it('end a single call', async () => {
    const clock = manualClock();
    const protocol = countingProtocol(async (_, context) => {
      const request = { purpose: 'root', messages: [] } as const;
      await callModel(scriptedModel([{ hang: true }]), request, context, { timeoutMs: 30 });
      return 'continue';
    });
    const run = createRun(protocol, null, { clock, retry: { attempts: 1 } });
    await clock.advance(30);
    expect(await run.result).toMatchObject({ status: 'failed', stop: { code: 'effect_timeout' } });
  });
});

describe('an abort', () => {
  const script: readonly ScriptedReply[] = [
    { chunks: ['on', 'e'] },
    'two',
    { text: 'three' },
    { chunks: ['fo', 'ur'] },
  ];

  it('at every await of a scripted run ends it once, and closes it', async () => {
    const statuses = new Map<string, number>();
    for (let turns = 0; turns <= 14; turns += 1) {
      for (let ticks = 0; ticks <= 60; ticks += 1) {
        const status = await abortAfter(turns, ticks);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(statuses.get('aborted')).toBeGreaterThan(100);
    expect(statuses.get('final')).toBeGreaterThan(10);
  });

  async function abortAfter(turns: number, ticks: number): Promise<string> {
    const model = scriptedModel(script);
    let closed = 0;
    const protocol = countingProtocol(
      async (count, context) => {
        const request = { purpose: 'root', messages: [] } as const;
        const { text } = await callModel(model, request, context, { onText: () => undefined });
        const child = createRun(
          countingProtocol(() => Promise.resolve({ final: text })),
          null,
          { parent: context },
        );
        const { answer } = await child.result;
        return count === script.length ? { final: answer ?? '' } : 'continue';
      },
      {
        close: async () => {
          await Promise.resolve();
          closed += 1;
        },
      },
    );
    const run = createRun(protocol, null);
    const recorder = recordEvents(run);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    run.abort();
    const { status } = await run.result;
    await recorder.finished;
    const ends = recorder.events.filter(({ type, depth }) => type === 'run-end' && depth === 0);
    expect(ends).toHaveLength(1);
    expect(recorder.events.at(-1)).toBe(ends[0]);
    const started = recorder.events.filter(({ type }) => type === 'run-start').length;
    expect(recorder.events.filter(({ type }) => type === 'run-end')).toHaveLength(started);
    expect(closed).toBe(recorder.types().includes('step-start') ? 1 : closed);
    expect(['aborted', 'final']).toContain(status);
    return status;
  }
});
