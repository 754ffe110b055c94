import { getEventListeners } from 'node:events';

import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import {
  createRun,
  type EffectExecutor,
  type RunContext,
  suspend,
  type RunLine,
} from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from '../model/run-with.js';
import { countingProtocol } from '../helpers.js';
import { memoryLog } from './memory-log.js';
import { asking, effectsOf, faultOf, play, run, turns, type Ask, type World } from './asking.js';

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
