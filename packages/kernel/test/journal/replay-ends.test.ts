import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  createRun,
  suspend,
  type Outcome,
  type RunContext,
  type CreateRunOptions,
  type Protocol,
} from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { countingProtocol, type Ping } from '../helpers.js';
import { memoryLog, type MemoryLog } from './memory-log.js';

type Work = (context: RunContext) => Promise<unknown>;

/** Runs some work over a log: its outcome and its events. */
async function play(
  log: MemoryLog,
  work: Work,
  options: CreateRunOptions<string> = {},
  more: Partial<Protocol<unknown, number, string, Ping>> = {},
): Promise<{ outcome: Outcome<string>; events: readonly { readonly type: string }[] }> {
  const protocol = countingProtocol(async (_, context) => {
    await work(context);
    return { final: 'done' };
  }, more);
  const run = createRun(protocol, null, { journal: log.open(), clock: manualClock(), ...options });
  const events: { readonly type: string }[] = [];
  for await (const event of run) events.push(event);
  return { outcome: await run.result, events };
}

const ask = (context: RunContext, input: string, perform = (): unknown => input) =>
  context.effects.run({ kind: 'ask', input, perform: () => Promise.resolve(perform()) });

/** Work of the caller's own code that goes on until it is stopped. */
const computing = ({ abortSignal, effects }: RunContext): Promise<never> =>
  effects.busy(
    new Promise((_resolve, reject) => {
      abortSignal.addEventListener('abort', () => {
        reject(abortSignal.reason as Error);
      });
    }),
  );

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
};

/** A log whose run was cut by its step's time-out, while it did this behind an effect. */
async function cutLog(rest: Work): Promise<MemoryLog> {
  const log = memoryLog();
  const clock = manualClock();
  const work: Work = async (context) => {
    await ask(context, 'a');
    await rest(context);
  };
  const running = play(log, work, { clock, stepTimeoutMs: 50 });
  while (!log.lines.some((line) => line.t === 'effect' && line.kind === 'ask')) await nextTurn();
  await turns(5);
  await clock.advance(50);
  expect((await running).outcome.finishReason).toBe('timeout');
  return log;
}

const replayedOf = (events: readonly { readonly type: string }[]): [string, boolean][] =>
  events.map((event) => [event.type, 'replayed' in event]);

describe('the end of a replay', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('cuts code that computes where it was cut, after a second', async () => {
    const log = await cutLog(computing);
    const work: Work = async (context) => {
      await ask(context, 'a');
      await computing(context);
    };
    const again = play(log, work, { stepTimeoutMs: 50 });
    for (let turn = 0; turn < 5_000 && vi.getTimerCount() === 0; turn += 1) await nextTurn();
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await again).outcome).toMatchObject({
      finishReason: 'timeout',
      stop: { code: 'step_timeout' },
    });
  });

  it('leaves no timer behind a cut', async () => {
    const never = (context: RunContext): Promise<unknown> =>
      context.effects.run({ kind: 'ask', input: 'b', perform: () => new Promise(() => undefined) });
    const log = await cutLog(never);
    const work: Work = async (context) => {
      await ask(context, 'a');
      await never(context);
    };
    const { outcome, events } = await play(log, work, { stepTimeoutMs: 50 });
    expect(outcome.finishReason).toBe('timeout');
    expect(vi.getTimerCount()).toBe(0);
    expect(replayedOf(events)).toContainEqual(['ping', true]);
  });

  it('is a divergence too: how the run failed is new', async () => {
    const log = memoryLog();
    await play(log, (context) => ask(context, 'a'));
    const { outcome, events } = await play(log, (context) => ask(context, 'b'));
    expect(outcome.finishReason).toBe('error');
    const replayed = replayedOf(events);
    expect(replayed).toContainEqual(['ping', true]);
    expect(replayed.at(-1)).toEqual(['run-end', false]);
  });

  it('is the end of a run whose journal is only read: nothing is asked anew', async () => {
    const log = memoryLog();
    await play(log, (context) => ask(context, 'a'));
    const last = log.lines.findIndex((line) => line.t === 'effect' && line.kind === 'ask');
    const known = memoryLog(log.lines.slice(0, last + 1));
    const journal = known.open({ endsHere: 'The journal ends here.' });
    const asked: string[] = [];
    const work: Work = async (context) => {
      await ask(context, 'a', () => asked.push('a'));
      await ask(context, 'b', () => asked.push('b'));
    };
    const { outcome, events } = await play(known, work, { journal });
    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({
      finishReason: 'aborted',
      stop: { code: 'journal_end', message: expect.stringMatching(/journal ends/) as string },
    });
    expect(replayedOf(events)).toContainEqual(['ping', true]);
    expect([known.lines.length, known.ends]).toEqual([last + 1, []]);
  });

  it('says what a run waits for, where its journal is only read', async () => {
    const log = memoryLog();
    const wait: Work = (context) =>
      context.effects.run({
        kind: 'approval',
        input: 'pay',
        perform: () => Promise.resolve(suspend()),
      });
    expect((await play(log, wait)).outcome.finishReason).toBe('suspended');
    const journal = log.open({ endsHere: 'The journal ends here.' });
    const { outcome } = await play(log, wait, { journal });
    expect(outcome).toMatchObject({ stop: { code: 'approval', wait: { request: 'pay' } } });
  });

  it('leaves nothing at work when the run ends before its journal', async () => {
    const log = memoryLog();
    await play(log, async (context) => {
      await ask(context, 'a');
      await ask(context, 'b');
    });
    let looks = 0;
    const idle = (): undefined => {
      looks += 1;
    };
    const { outcome } = await play(log, (context) => ask(context, 'a'), {}, { idle });
    expect(outcome).toMatchObject({ error: { code: 'journal_divergence' } });
    await turns(5);
    const before = looks;
    await turns(20);
    expect([before > 0, looks]).toEqual([true, before]);
  });

  it('asks a state that is never idle no longer, once it has ended', async () => {
    const controller = new AbortController();
    let looks = 0;
    const idle = (): Promise<void> => {
      looks += 1;
      if (looks === 5) controller.abort();
      return Promise.resolve();
    };
    const { outcome } = await play(
      memoryLog(),
      (context) => ask(context, 'a'),
      { abortSignal: controller.signal },
      { idle },
    );
    expect(outcome).toMatchObject({ status: 'aborted' });
    await turns(5);
    const before = looks;
    await turns(20);
    expect([before >= 5, looks]).toEqual([true, before]);
  });
});
