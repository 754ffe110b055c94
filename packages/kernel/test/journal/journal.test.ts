import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import { createRun, type RunContext } from '../../src/index.js';
import { manualClock } from '../../src/testing/index.js';
import { countingProtocol } from '../helpers.js';
import { longValue, memoryLog } from './memory-log.js';

import {
  asking,
  codeOf,
  effectsOf,
  faultOf,
  play,
  racing,
  run,
  turns,
  type Ask,
  type World,
} from './asking.js';

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
