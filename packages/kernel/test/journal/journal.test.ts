import { getEventListeners } from 'node:events';

import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import {
  createRun,
  type EffectExecutor,
  type Outcome,
  type RunContext,
  type Effect,
  suspend,
  type EffectRecord,
  type RunJournal,
  type RunLine,
  type CreateRunOptions,
} from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from '../model/run-with.js';
import { countingProtocol } from '../helpers.js';
import { longValue, memoryLog, type MemoryLog } from './memory-log.js';

/** What a run did beyond its journal. */
interface World {
  readonly performed: string[];
}

type Ask = <T>(
  input: unknown,
  perform?: () => T | Promise<T>,
  more?: Partial<Effect<T>>,
) => Promise<T>;

/** Asks a run for effects, and notes those that were carried out. */
function asking(context: RunContext, { performed }: World): Ask {
  return (input, perform, more = {}) =>
    context.effects.run({
      kind: 'ask',
      input,
      perform: async () => {
        performed.push(JSON.stringify(input));
        return (await perform?.()) as never;
      },
      ...more,
    });
}

/** Runs some work over a log. */
async function play<T>(
  log: MemoryLog | RunJournal,
  work: (ask: Ask, context: RunContext) => Promise<T>,
  options: CreateRunOptions<string> = {},
) {
  const world: World = { performed: [] };
  const journal = 'lines' in log ? log.open() : log;
  const ran = await runWith((context) => work(asking(context, world), context), {
    journal,
    clock: manualClock(),
    ...options,
  });
  return { ...ran, ...world };
}

/** Runs some work over a log, which fails where that does. */
const run = (
  log: MemoryLog,
  work: (ask: Ask) => Promise<unknown>,
  options: CreateRunOptions<string> = {},
): Promise<Outcome<string>> =>
  createRun(
    countingProtocol(async (_, context) => {
      await work(asking(context, { performed: [] }));
      return { final: 'done' };
    }),
    null,
    { journal: log.open(), clock: manualClock(), ...options },
  ).result;

const effectsOf = (log: MemoryLog, kind = 'ask'): EffectRecord[] =>
  log.lines.filter((line): line is EffectRecord => line.t === 'effect' && line.kind === kind);

const codeOf = (error: unknown): unknown => (error as RlmError).code;

/** Why a run failed. */
const faultOf = ({ outcome }: { readonly outcome: Outcome<string> }): RlmError => {
  if (outcome.finishReason !== 'error') expect.unreachable(`it ended by ${outcome.finishReason}`);
  return outcome.error as RlmError;
};

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
};

/** Three questions at once, whose answers come in another order, then one that depends on them. */
const racing = async (ask: Ask): Promise<string> => {
  const order: string[] = [];
  const slow = async (name: string, count: number): Promise<void> => {
    order.push(
      await ask({ name }, async () => {
        await turns(count);
        return name;
      }),
    );
  };
  await Promise.all([slow('a', 6), slow('b', 1), slow('a', 9), slow('c', 3)]);
  return order.join('') + (await ask({ order }, () => 'z'));
};

describe('a run with a journal', () => {
  it('is given again as it was, without anything being carried out', async () => {
    const log = memoryLog();
    const first = await play(log, racing);
    expect(first.value).toBe('bcaaz');
    expect(first.performed).toHaveLength(5);
    const written = structuredClone(log.lines);
    const again = await play(log, racing);
    expect([again.value, again.performed]).toEqual(['bcaaz', []]);
    expect(again.outcome).toEqual(first.outcome);
    expect(log.lines).toEqual(written);
  });

  it('goes on from each line at which it was killed, and comes to the same', async () => {
    const whole = memoryLog();
    await play(whole, racing);
    for (let count = 0; count <= whole.lines.length; count += 1) {
      const log = memoryLog(whole.lines.slice(0, count));
      const kept = effectsOf(log).length;
      const resumed = await play(log, racing);
      expect([count, resumed.value, resumed.performed.length]).toEqual([count, 'bcaaz', 5 - kept]);
      expect(log.lines.map((line) => 'key' in line && line.key).sort()).toEqual(
        whole.lines.map((line) => 'key' in line && line.key).sort(),
      );
      expect(log.lines.slice(0, count)).toEqual(whole.lines.slice(0, count));
    }
  });

  it('is not taken for another while code of the caller is at work', async () => {
    const log = memoryLog();
    const work = async (ask: Ask, context: RunContext): Promise<string> => {
      const order: string[] = [];
      const slow = ask('slow', async () => {
        await turns(40);
      }).then(() => order.push('slow'));
      await context.effects.busy(turns(8));
      await ask('after the work').then(() => order.push('after'));
      await slow;
      return order.join();
    };
    for (const { value, error } of [await play(log, work), await play(log, work)]) {
      expect([value, error]).toEqual(['after,slow', undefined]);
    }
  });

  it('takes an input with messages that are no list for what it is', async () => {
    const log = memoryLog();
    const look = (ask: Ask) => ask({ messages: 'none' }, () => 1);
    for (const { value } of [await play(log, look), await play(log, look)]) expect(value).toBe(1);
    expect(effectsOf(log)[0]).not.toHaveProperty('parts');
  });

  it('delivers nothing before its line is durable', async () => {
    const log = memoryLog();
    const seen: string[] = [];
    log.onAppend = async (line) => {
      if (line.t !== 'effect' || line.kind !== 'ask') return;
      await turns(5);
      seen.push('written');
    };
    await play(log, async (ask) => {
      await ask('a', () => 1);
      seen.push('delivered');
    });
    expect(seen).toEqual(['written', 'delivered']);
  });

  it('hands back errors with their codes, and says which effect failed the run', async () => {
    const log = memoryLog();
    const failing = async (context: RunContext, world: World): Promise<never> =>
      asking(context, world)('a', () => {
        throw new RlmError('no', { code: 'odd', details: { at: 3 } });
      });
    const world: World = { performed: [] };
    const run = () =>
      createRun(
        countingProtocol((_, context) => failing(context, world)),
        null,
        { journal: log.open(), clock: manualClock() },
      ).result;
    for (const outcome of [await run(), await run()]) {
      const error = faultOf({ outcome });
      expect(error).toBeInstanceOf(RlmError);
      expect([error.code, error.details]).toEqual(['odd', { at: 3 }]);
    }
    expect(world.performed).toHaveLength(1);
    const [line] = effectsOf(log);
    expect(log.ends.map(({ status, fault }) => [status, fault])).toEqual([
      ['failed', line?.key],
      ['failed', line?.key],
    ]);
    await createRun(
      countingProtocol(() => Promise.reject(new Error('own'))),
      null,
      { journal: (log.lines.splice(0), log.open()), clock: manualClock() },
    ).result;
    expect(log.ends.at(-1)?.fault).toBe(null);
  });

  it.each([
    ['what is undefined', undefined, undefined],
    ['numbers that JSON has not', { a: [Infinity, -Infinity], b: Number.NaN }, undefined],
    ['a field of the name of its mark', { '@rlm': 'error', deep: [{ '@rlm': 1 }] }, undefined],
    ['a field that is undefined', { a: 1, b: undefined }, { a: 1 }],
    ['a long text', 'x'.repeat(longValue * 2), undefined],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('gives %s, live and again, as the same', async (_, value, changed) => {
    const log = memoryLog();
    const wanted = value === undefined ? undefined : (changed ?? value);
    const look = (ask: Ask) => ask('a', () => value as unknown);
    for (const given of [await play(log, look), await play(log, look)]) {
      expect(given.error).toBe(undefined);
      expect(given.value ?? undefined).toEqual(wanted);
    }
  });

  it('gives errors within data again', async () => {
    const log = memoryLog();
    const look = (ask: Ask) => ask('a', () => [new RlmError('no', { code: 'odd' })]);
    for (const { value } of [await play(log, look), await play(log, look)]) {
      expect(value?.[0]).toBeInstanceOf(RlmError);
      expect(value?.[0]).toMatchObject({ message: 'no', code: 'odd' });
    }
  });

  it.each([
    ['a class', () => new Map()],
    ['a function', () => ({ f: () => 1 })],
  ])('fails for an outcome that is %s, and names the effect', async (_, make) => {
    const log = memoryLog();
    const ran = await play(log, (ask) => ask('a', make as () => unknown));
    expect(faultOf(ran)).toMatchObject({
      code: 'effect_not_recordable',
      details: { kind: 'ask' },
      message: expect.stringContaining("effect 'ask'") as string,
    });
    expect(effectsOf(log)).toEqual([]);
    expect(log.ends).toEqual([]);
  });

  it('fails, and hangs nowhere, where what was written cannot be read', async () => {
    const log = memoryLog();
    const look = (ask: Ask) => ask('a', () => 'x'.repeat(longValue));
    await play(log, look);
    const lost = new RlmError('gone', { code: 'journal_damaged' });
    const readBlob = (): Promise<never> => Promise.reject(lost);
    expect(codeOf(faultOf(await play(log.open({ readBlob }), look)))).toBe('journal_damaged');
    const noJson = log.open({ readBlob: () => Promise.resolve(Buffer.from('{')) });
    expect(faultOf(await play(noJson, look))).toBeInstanceOf(SyntaxError);
  });

  it('ends in bounded time where the journal never reads what was written', async () => {
    const log = memoryLog();
    const look = (ask: Ask) => ask('a', () => 'x'.repeat(longValue));
    await play(log, look);
    const clock = manualClock();
    const readBlob = (): Promise<never> => new Promise(() => undefined);
    const running = play(log.open({ readBlob }), look, { clock, graceMs: 10, stepTimeoutMs: 50 });
    await turns(10);
    await clock.advance(50);
    await turns(10);
    await clock.advance(70);
    const { code, message } = faultOf(await running);
    expect(code).toBe('journal_silent');
    expect(message).toMatch(/\breadBlob\(\) .*\b120 ms\b/);
    expect((await play(log, look)).outcome.finishReason).toBe('final');
  });

  it('refuses a journal that another run has, and leaves that one alone', async () => {
    const log = memoryLog();
    const journal = log.open();
    const first = await play(journal, racing);
    expect(first.value).toBe('bcaaz');
    const [lines, ends, closed] = [log.lines.length, log.ends.length, log.closed()];
    expect(faultOf(await play(journal, racing))).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('journal') as string,
    });
    expect([log.lines.length, log.ends.length, log.closed()]).toEqual([lines, ends, closed]);
  });
});

describe('a run that leaves its journal', () => {
  const model = (ask: Ask, ...contents: string[]) =>
    ask({ messages: contents.map((content) => ({ role: 'user', content })) }, () => 'reply', {
      kind: 'model',
    });

  it('fails with the key that was due, those asked for, and the message that differs', async () => {
    const log = memoryLog();
    await play(log, (ask) => model(ask, 'one', 'two'));
    const [line] = effectsOf(log, 'model');
    const written = structuredClone(log.lines);
    const ends = log.ends.length;
    const ran = await play(log, (ask) => model(ask, 'one', 'other', 'third'));
    const error = faultOf(ran);
    expect(error).toMatchObject({
      code: 'journal_divergence',
      details: { path: '', step: 1, recorded: line?.key, message: 1 },
    });
    const { requested } = error.details as { requested: string[] };
    expect(requested).toHaveLength(1);
    expect(requested[0]).toMatch(/^\/1\/model\/[\da-f]{64}#0$/);
    expect(requested[0]).not.toBe(line?.key);
    expect(error.message).toContain('number 1');
    expect([ran.performed, log.lines, log.ends.length]).toEqual([[], written, ends]);
    const longer = await play(log, (ask) => model(ask, 'one', 'two', 'three'));
    expect(faultOf(longer).details).toMatchObject({ message: 2 });
  });

  it('names what it asks for instead, without a message where that is none to a model', async () => {
    const log = memoryLog();
    await play(log, (ask) => ask('a', () => 1));
    const error = faultOf(
      await play(log, (ask) => Promise.all([ask('b'), ask('c', undefined, { kind: 'other' })])),
    );
    expect(error.message).toMatch(/^The run .*\bstep 1: /);
    expect(error.message).toMatch(/\boutcome of ask\b/);
    expect(error.message).toContain('ask, other');
    expect(error.details).not.toHaveProperty('message');
    expect((error.details as { requested: unknown[] }).requested).toHaveLength(2);
  });

  it('fails where it ends before its journal, with nothing asked for', async () => {
    const log = memoryLog();
    await play(log, (ask) => ask('a'));
    const ends = log.ends.length;
    log.lines.push({ t: 'effect', path: '', step: 2, kind: 'ask', key: 'more', value: 1 });
    const ran = await play(log, (ask) => ask('a'));
    expect(faultOf(ran)).toMatchObject({
      code: 'journal_divergence',
      details: { path: '', recorded: 'more', requested: [], step: 2 },
      message: expect.stringMatching(/\bended,.* of ask\b/) as string,
    });
    expect(log.ends.length).toBe(ends);
  });

  it('fails with the reason where that is no effect’s, and can be resumed', async () => {
    const log = memoryLog();
    const both = async (ask: Ask): Promise<void> => {
      await ask('a');
      await ask('b');
    };
    await play(log, both);
    const before = [log.lines.length, log.ends.length];
    const missing = new RlmError('There is no Python here', { code: 'backend_unavailable' });
    const failed = await run(log, async (ask) => {
      await ask('a');
      throw missing;
    });
    expect(failed).toMatchObject({ finishReason: 'error', error: missing });
    expect([log.lines.length, log.ends.length]).toEqual(before);
    expect((await play(log, both)).outcome.finishReason).toBe('final');
  });

  it('says by what it ended before its journal, with the fault of the effect as the cause', async () => {
    const log = memoryLog();
    const failing = (ask: Ask) =>
      ask('a', () => {
        throw new RlmError('the model is gone', { code: 'model_gone' });
      });
    await run(log, async (ask) => {
      await failing(ask).catch(() => undefined);
      await ask('b');
    });
    const ended = await run(log, failing);
    expect(ended).toMatchObject({
      error: {
        code: 'journal_divergence',
        message: expect.stringMatching(/\bended by model_gone \(.* gone\), /) as string,
        cause: { code: 'model_gone' },
      },
    });
  });

  it('tells nothing to code that goes on: each further effect fails at once', async () => {
    const log = memoryLog();
    await play(log, (ask) => ask('a'));
    const later: unknown[] = [];
    const ran = await play(log, async (ask) => {
      await ask('b').catch((error: unknown) => later.push(error));
      await ask('c').catch((error: unknown) => later.push(error));
    });
    expect(faultOf(ran).code).toBe('journal_divergence');
    expect(ran.performed).toEqual([]);
  });
});

describe('the lines of a run', () => {
  it('are refused once another owner has taken over: nothing is delivered, and no end is written', async () => {
    const log = memoryLog();
    const seen: unknown[] = [];
    const ran = await play(log, async (ask) => {
      seen.push(await ask('a', () => 1));
      log.open();
      seen.push(await ask('b', () => 2));
    });
    expect(faultOf(ran).code).toBe('journal_fenced');
    expect(seen).toEqual([1]);
    expect([effectsOf(log).length, log.ends]).toEqual([1, []]);
    const resumed = await play(log, async (ask) => [await ask('a'), await ask('b', () => 3)]);
    expect([resumed.value, resumed.performed]).toEqual([[1, 3], ['"b"']]);
  });

  it('stop the run where one cannot be written; what comes later is not begun', async () => {
    const log = memoryLog();
    const full = new RlmError('no space', { code: 'journal_write_failed' });
    log.onAppend = (line) => {
      if (line.t === 'effect' && line.kind === 'ask') throw full;
    };
    const ran = await play(log, async (ask) => {
      await Promise.race([ask('a', () => 1), turns(20)]);
      await ask('b');
    });
    expect(faultOf(ran)).toBe(full);
    expect(ran.performed).toEqual(['"a"']);
    expect([log.ends, log.closed()]).toEqual([[], 1]);
  });

  it('note an effect that must not be repeated before it begins; a takeover then does not repeat it', async () => {
    const log = memoryLog();
    const once = (ask: Ask) => ask('pay', () => 'paid', { isRepeatable: false });
    const begun: RunLine['t'][] = [];
    await play(log, (ask) =>
      ask(
        'pay',
        () => {
          begun.push(...log.lines.map(({ t }) => t));
          return 'paid';
        },
        { isRepeatable: false },
      ),
    );
    expect(begun.at(-1)).toBe('begun');
    expect((await play(log, once)).value).toBe('paid');

    const killed = memoryLog(log.lines.slice(0, log.lines.findIndex(({ t }) => t === 'begun') + 1));
    for (const ran of [await play(killed, once), await play(killed, once)]) {
      expect(ran.error).toMatchObject({ code: 'may_have_happened', details: { kind: 'ask' } });
      expect(ran.performed).toEqual([]);
    }
    const before = memoryLog(
      log.lines.slice(
        0,
        log.lines.findIndex(({ t }) => t === 'begun'),
      ),
    );
    expect((await play(before, once)).performed).toEqual(['"pay"']);
  });

  it('leave nothing at the signal of an effect, and do not count one that was aborted before', async () => {
    const log = memoryLog();
    const controller = new AbortController();
    const booked: unknown[] = [];
    const work = async (ask: Ask): Promise<number> => {
      const early = ask('a', () => 1, { abortSignal: AbortSignal.abort('too early') });
      await expect(early).rejects.toBe('too early');
      const { signal: abortSignal } = controller;
      const book = (cost: unknown): void => void booked.push(cost);
      return ask('a', () => 2, { abortSignal, book });
    };
    for (const { value, performed } of [await play(log, work), await play(log, work)]) {
      expect([value, performed.length <= 1]).toEqual([2, true]);
    }
    expect(effectsOf(log).map(({ key }) => key.slice(-2))).toEqual(['#0']);
    expect([getEventListeners(controller.signal, 'abort'), booked]).toEqual([[], []]);
  });

  it('count what effects cost, and what those cost that nobody waited for', async () => {
    const log = memoryLog();
    const booked: unknown[] = [];
    const work = async (ask: Ask, context: RunContext): Promise<void> => {
      await ask('a', () => 1, {
        costOf: () => {
          const cost = { inputTokens: 3 };
          context.ledger.reserve({}).settle(cost);
          return cost;
        },
        book: (cost) => {
          booked.push(cost);
          context.ledger.reserve({}).settle(cost);
        },
      });
      const controller = new AbortController();
      const given = ask('b', () => new Promise(() => undefined), {
        abortSignal: controller.signal,
        costOf: () => {
          const cost = { inputTokens: 50 };
          context.ledger.reserve({}).settle(cost);
          return cost;
        },
      });
      await nextTurn();
      controller.abort(new Error('enough'));
      await given.catch(() => undefined);
      await turns(3);
    };
    const first = await play(log, work);
    expect(booked).toEqual([]);
    expect(log.lines.filter(({ t }) => t === 'spent')).toMatchObject([
      { step: 1, cost: { inputTokens: 50 } },
    ]);
    expect(first.outcome.usage.total.inputTokens).toBe(53);
    const ends = log.lines.findIndex(({ t }) => t === 'spent');
    const resumed = await play(memoryLog(log.lines.slice(0, ends + 1)), (ask) =>
      ask('a', undefined, { book: (cost) => void booked.push(cost) }),
    );
    expect(booked).toEqual([{ inputTokens: 3 }]);
    expect(resumed.outcome.usage.total.inputTokens).toBe(50);
  });

  it('pass over an outcome that nobody waits for any more, and count its cost', async () => {
    const log = memoryLog();
    const cost = { outputTokens: 7 };
    await play(log, async (ask) => {
      await ask('a', () => 1, { costOf: () => cost });
      return ask('b', () => 2);
    });
    const ran = await play(log, async (ask) => {
      const controller = new AbortController();
      const left = ask('a', undefined, { abortSignal: controller.signal });
      controller.abort(new Error('enough'));
      await left.catch(() => undefined);
      return ask('b');
    });
    expect([ran.value, ran.performed]).toEqual([2, []]);
    expect(ran.outcome.usage.total.outputTokens).toBe(7);
  });

  it('hold a step’s time-out at its place: given again, it does not wait for the clock', async () => {
    const log = memoryLog();
    const clock = manualClock();
    const work = async (ask: Ask): Promise<void> => {
      await ask('a', () => 1);
      await ask('b', () => new Promise(() => undefined));
    };
    const running = run(log, work, { clock, stepTimeoutMs: 50 });
    while (effectsOf(log).length === 0) await nextTurn();
    await clock.advance(50);
    const first = await running;
    expect(first).toMatchObject({ finishReason: 'timeout', stop: { code: 'step_timeout' } });
    expect(log.lines.at(-1)).toMatchObject({ t: 'cut', step: 1, isPhase: true });
    const written = log.lines.length;
    const again = await run(log, work, { stepTimeoutMs: 50 });
    expect(again).toMatchObject({
      finishReason: 'timeout',
      stop: 'stop' in first && first.stop,
    });
    expect(log.lines).toHaveLength(written);
  });

  it('fail the run where its time is over and the journal does not say so in time', async () => {
    const log = memoryLog();
    const clock = manualClock();
    log.onAppend = ({ t }) => (t === 'cut' ? new Promise<void>(() => undefined) : undefined);
    const running = play(log, (ask) => ask('b', () => new Promise(() => undefined)), {
      clock,
      stepTimeoutMs: 50,
      graceMs: 10,
    });
    await turns(10);
    await clock.advance(50);
    await clock.advance(10);
    expect(faultOf(await running).code).toBe('journal_write_failed');
  });
});

describe('a decision that nobody can give now', () => {
  const decide = (ask: Ask) => ask({ what: 'send' }, () => suspend() as unknown);

  it('ends the run as suspended, asks once more when it is resumed, and goes on with the answer', async () => {
    const log = memoryLog();
    const seen: unknown[] = [];
    const work = async (ask: Ask): Promise<unknown> => {
      const answer = await decide(ask);
      seen.push(answer);
      return answer;
    };
    const outcome = await run(log, work);
    const wait = log.lines.at(-1);
    expect(wait).toMatchObject({ t: 'wait', step: 1, request: { what: 'send' } });
    expect(outcome).toMatchObject({
      status: 'suspended',
      stop: {
        code: 'ask',
        wait: { key: (wait as { key: string }).key, request: { what: 'send' } },
      },
    });
    expect([seen, log.ends, log.closed()]).toEqual([[], [], 1]);
    const { key } = wait as { key: string };
    log.lines.push({ t: 'effect', path: '', step: 1, kind: 'ask', key, value: true });
    const resumed = await play(log, work);
    expect([resumed.value, resumed.performed, seen]).toEqual([true, [], [true]]);
  });

  it('fails a run without a journal', async () => {
    const world: World = { performed: [] };
    const { error } = await runWith((context) => decide(asking(context, world)));
    expect(error).toMatchObject({ code: 'suspend_needs_journal' });
  });
});

describe('a fork', () => {
  const reply = (ask: Ask, content: string, kind = 'model') =>
    ask({ messages: [{ role: 'user', content }] }, () => content, { kind });

  it('gives the replies of their steps, whatever the model is asked; all else by its key', async () => {
    const log = memoryLog();
    await play(log, async (ask) => [await reply(ask, 'old'), await ask('a', () => 1)]);
    const forked = await play(log.open({ forkedAt: 1 }), async (ask) => [
      await reply(ask, 'new'),
      await ask('a'),
    ]);
    expect([forked.value, forked.performed]).toEqual([['old', 1], []]);
    const other = await play(log.open({ forkedAt: 1 }), async (ask) => [
      await reply(ask, 'new'),
      await ask('b'),
    ]);
    expect(faultOf(other).code).toBe('journal_divergence');
    const atOnce = await play(log.open({ forkedAt: 1 }), (ask) =>
      Promise.all([ask('a'), reply(ask, 'new')]),
    );
    expect([atOnce.value, atOnce.performed]).toEqual([[1, 'old'], []]);
    const noModel = await play(log.open({ forkedAt: 1 }), (ask) => ask('old'));
    expect(faultOf(noModel).code).toBe('journal_divergence');
  });
});

describe('a tree of runs', () => {
  /** A run whose child asks as well. */
  const parentOf = (world: World) => (ask: Ask, context: RunContext) =>
    context.effects.run({
      kind: 'child',
      input: 'question',
      perform: async (_signal, { name }) => {
        world.performed.push('child');
        const child = createRun(
          countingProtocol(async (_, inner) => ({
            final: await asking(inner, world)('inner', () => 'answer'),
          })),
          null,
          { parent: context, name },
        );
        return (await child.result).answer;
      },
    });

  it('writes each run’s lines under its path, and gives a child that ended as an outcome', async () => {
    const log = memoryLog();
    const world: World = { performed: [] };
    expect((await play(log, parentOf(world))).value).toBe('answer');
    const [child] = effectsOf(log, 'child');
    const inner = effectsOf(log);
    expect(inner.map(({ path }) => path)).toEqual([expect.stringMatching(/^[\da-f]{8}$/)]);
    expect(inner[0]?.key.startsWith(`${inner[0].path}/1/ask/`)).toBe(true);
    expect(child?.path).toBe('');
    world.performed.length = 0;
    expect((await play(log, parentOf(world))).value).toBe('answer');
    expect(world.performed).toEqual([]);
  });

  it('goes on with a child that had not ended, from the child’s own lines', async () => {
    const log = memoryLog();
    const world: World = { performed: [] };
    await play(log, parentOf(world));
    const ended = log.lines.findIndex((line) => 'kind' in line && line.kind === 'child');
    const killed = memoryLog(log.lines.slice(0, ended));
    world.performed.length = 0;
    const resumed = await play(killed, parentOf(world));
    expect(resumed.error).toBe(undefined);
    expect(resumed.value).toBe('answer');
    expect(world.performed).toEqual(['child']);
  });

  it('says which child left its journal', async () => {
    const log = memoryLog();
    const world: World = { performed: [] };
    await play(log, parentOf(world));
    const lines = log.lines.map((line) =>
      line.t === 'effect' && line.kind === 'ask'
        ? { ...line, key: `${line.path}/1/ask/x#0` }
        : line,
    );
    const ended = lines.findIndex((line) => 'kind' in line && line.kind === 'child');
    const ran = await play(memoryLog(lines.slice(0, ended)), parentOf(world));
    expect(faultOf(ran).message).toMatch(/\bchild run [\da-f]{8} .*\bstep 1: /);
  });
});

describe('an executor below a journal', () => {
  it('has keys by which the effect is known everywhere, and tells of a cost that comes to light later', async () => {
    const log = memoryLog();
    const keys: string[] = [];
    const executor: EffectExecutor = {
      execute: (effect, abortSignal) => {
        if (effect.kind === 'ask') keys.push(effect.key, effect.nonce);
        return effect.perform(abortSignal);
      },
    };
    const calls: { key: string; name: string; idempotencyKey: string }[] = [];
    await play(
      log,
      (_ask, context) =>
        context.effects.run({
          kind: 'ask',
          input: 'a',
          perform: (_signal, call) => {
            calls.push({ key: call.key, name: call.name, idempotencyKey: call.idempotencyKey });
            call.spend({ cost: { costUsd: 2 }, back: { costUsd: 1 } });
            return Promise.resolve(1);
          },
        }),
      { executor },
    );
    expect(keys).toEqual([effectsOf(log)[0]?.key, 'nonce']);
    expect(calls[0]?.key).toBe(keys[0]);
    expect(calls[0]?.name).toMatch(/^[\da-f]{8}$/);
    expect(calls[0]?.idempotencyKey).toMatch(/^[\da-f]{64}$/);
    expect(log.lines.filter(({ t }) => t === 'spent')).toEqual([
      { t: 'spent', path: '', step: 1, cost: { costUsd: 2 }, back: { costUsd: 1 } },
    ]);
    const { outcome } = await play(log, (ask) => ask('a'));
    expect(outcome.usage.total.costUsd).toBe(1);
  });
});
