import { describe, expect, it } from 'vitest';

import type { RunContext, CellJournal, CellLine, RunLine } from '../../src/index.js';
import { runWith } from '../model/run-with.js';
import { memoryLog, type MemoryLog } from './memory-log.js';

/** Runs work that notes executions of code. */
const play = <T>(log: MemoryLog, work: (cells: CellJournal, context: RunContext) => Promise<T>) =>
  runWith(
    (context) => {
      const { cells } = context.effects;
      if (cells === undefined) return expect.unreachable('a run with a journal has cells');
      return work(cells, context);
    },
    { journal: log.open(), graceMs: 1 },
  );

const cellsOf = (log: MemoryLog): CellLine[] =>
  log.lines.filter((line): line is CellLine => line.t === 'cell');

const ask = (context: RunContext, input: string, perform: () => unknown = () => input) =>
  context.effects.run({
    kind: 'ask',
    input,
    perform: () => Promise.resolve(perform()),
    costOf: () => ({ outputTokens: 5 }),
  });

const snapshot = { block: 0, backend: 'b', build: '1', cells: 1, sha256: 'f'.repeat(64) };

describe('executions of code in a run with a journal', () => {
  it('are written down, and compared when they are repeated', async () => {
    const log = memoryLog();
    const noting = (value: unknown) => (cells: CellJournal) => cells.note({ block: 0, value });
    await play(log, noting({ stdout: 'one' }));
    expect(cellsOf(log)).toMatchObject([
      { path: '', step: 1, block: 0, value: { value: { stdout: 'one' }, about: null } },
    ]);
    expect(cellsOf(log)[0]).not.toHaveProperty('isStopped');
    const isPassed = await play(log, async (cells) => {
      const before = cells.isPassed(0);
      await cells.note({ block: 0, value: { stdout: 'one' } });
      return before;
    });
    expect(isPassed.value).toBe(false);
    const same = await play(log, noting({ stdout: 'one' }));
    expect([same.error, same.outcome.finishReason]).toEqual([undefined, 'final']);
    const other = await play(log, noting({ stdout: 'two' }));
    expect(other.outcome).toMatchObject({
      finishReason: 'error',
      error: {
        code: 'journal_divergence',
        details: { path: '', step: 1, recorded: 'cell/1/0', requested: [] },
      },
    });
    expect(cellsOf(log)).toHaveLength(1);
  });

  it('of two blocks of a step are told apart', async () => {
    const log = memoryLog();
    const both = async (cells: CellJournal): Promise<void> => {
      await cells.note({ block: 0, value: 'a' });
      await cells.note({ block: 1, value: 'b' });
    };
    await play(log, both);
    expect((await play(log, both)).outcome.finishReason).toBe('final');
    const turned = await play(log, (cells) => cells.note({ block: 1, value: 'b' }));
    expect(turned.outcome).toMatchObject({
      error: {
        code: 'journal_divergence',
        details: { recorded: 'cell/1/0', requested: ['cell/1/1'] },
        message: expect.stringContaining('the line cell') as string,
      },
    });
  });

  it('that were stopped are passed over, with what their calls had given and cost', async () => {
    const log = memoryLog();
    await play(log, async (cells, context) => {
      expect([cells.isLive, cells.isPassed(0)]).toEqual([true, false]);
      await ask(context, 'first');
      await ask(context, 'bad', () => {
        throw new Error('no');
      }).catch(() => undefined);
      await ask(context, 'second');
      await cells.note({ block: 0, value: 'partial', about: { why: 'time' }, isStopped: true });
      await ask(context, 'after');
    });
    expect(cellsOf(log)).toMatchObject([{ isStopped: true }]);
    const again = await play(log, async (cells, context) => {
      const before = [cells.isLive, cells.isPassed(0), cells.isPassed(1)];
      const passed = await cells.pass(0);
      return { before, passed, after: await ask(context, 'after') };
    });
    expect(again.value).toEqual({
      before: [false, true, false],
      passed: { value: 'partial', about: { why: 'time' }, given: ['first', 'second'] },
      after: 'after',
    });
    const atOnce = await play(log, async (cells, context) => {
      const [passed, after] = await Promise.all([cells.pass(0), ask(context, 'after')]);
      return [passed.given, after];
    });
    expect(atOnce.value).toEqual([['first', 'second'], 'after']);
    // The three calls of the code; whoever asks for a fourth books it.
    expect(again.outcome.usage.total.outputTokens).toBe(15);
  });

  it('before a snapshot need not run; the state is kept as bytes', async () => {
    const log = memoryLog();
    const bytes = Buffer.from('the state');
    await play(log, async (cells) => {
      expect(cells.snapshot).toBe(undefined);
      await cells.note({ block: 0, value: 'a' });
      await cells.keepSnapshot({ ...snapshot, bytes });
    });
    expect(log.lines.find(({ t }) => t === 'snapshot')).toMatchObject({
      ...snapshot,
      step: 1,
      path: '',
    });
    const again = await play(log, async (cells) => {
      const kept = cells.snapshot;
      if (kept === undefined) return expect.unreachable('there is a snapshot');
      return {
        kept,
        isPassed: cells.isPassed(0),
        text: Buffer.from(await cells.readSnapshot(kept)).toString(),
        passed: await cells.pass(0),
        isLive: cells.isLive,
      };
    });
    expect(again.value).toMatchObject({
      kept: snapshot,
      isPassed: true,
      text: 'the state',
      passed: { value: 'a', about: null, given: [] },
    });
  });

  it('after a snapshot run again', async () => {
    const log = memoryLog();
    await play(log, (cells) => cells.note({ block: 0, value: 'a' }));
    const older: RunLine = {
      ...snapshot,
      t: 'snapshot',
      path: '',
      step: 0,
      blob: { blob: '', bytes: 0 },
    };
    log.lines.push(older);
    const again = await play(log, (cells) => {
      const isPassed = cells.isPassed(0);
      return cells.note({ block: 0, value: 'a' }).then(() => isPassed);
    });
    expect([again.value, again.outcome.finishReason]).toEqual([false, 'final']);
  });

  it('fail the run where what they came to is lost', async () => {
    const log = memoryLog();
    await play(log, (cells) => cells.note({ block: 0, value: 'a', isStopped: true }));
    for (const [index, line] of log.lines.entries()) {
      if (line.t !== 'cell') continue;
      const { value: _value, ...rest } = line;
      log.lines[index] = { ...rest, blob: { blob: 'none', bytes: 9 } };
    }
    const ran = await play(log, (cells) => cells.pass(0));
    expect(ran.error).toMatchObject({ code: 'journal_damaged' });
    expect(ran.outcome).toMatchObject({ error: { code: 'journal_damaged' } });
  });
});
