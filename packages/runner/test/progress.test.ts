import { EventEmitter } from 'node:events';

import { scriptedModel } from '@rlm/kernel/testing';
import { runTask } from '@rlm/penguin-engine';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { progress, runMany, runRlm, type ProgressStream, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const usage = { inputTokens: 1_000, outputTokens: 234 };
const prices = { inputPerMillion: 1, outputPerMillion: 1 };

/** A stream that keeps what is written to it. */
function stream(more: Partial<ProgressStream> = {}) {
  const written: string[] = [];
  return { written, write: (text: string) => void written.push(text), ...more };
}

/** What a terminal shows at the end: escapes of the line are carried out. */
function shown(written: readonly string[]): string {
  const [first = '', ...rest] = written.join('').split('\r\u001B[J');
  return rest.reduce((text, part) => text.slice(0, text.lastIndexOf('\n') + 1) + part, first);
}

const ask = (replies: Parameters<typeof scriptedModel>[0]) =>
  runRlm({
    model: scriptedModel(replies),
    subModel: () => ({ text: 'no\u001B[2J', usage }),
    sandbox: watchedBackend(),
    query: 'q',
    prices,
  });

const replies = [
  { text: cell('print(await llm_query_batched(["\\u001b[2J", "b"]))'), usage },
  { text: cell('FINAL("\\u001b[2J")'), usage },
];

/** Events of a run that is under way for ever. */
async function* begun(...events: readonly object[]): AsyncGenerator<RlmEvent> {
  const origin = { runId: 'r', parentId: null, depth: 0, step: 0 };
  for (const event of events) {
    await Promise.resolve();
    yield { ...origin, ...event } as RlmEvent;
  }
  await new Promise(() => undefined);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('progress', () => {
  it('adds a line for each step where the stream is no terminal, of numbers and our own words', async () => {
    const run = ask(replies);
    const log = stream();
    progress(run, { stream: log });
    await run.result;
    await vi.waitFor(() => {
      expect(log.written).toHaveLength(3);
    });
    expect(log.written.map((line) => line.replace(/· \d+ s ·/, '· n s ·'))).toEqual([
      'step 1 of 30 · 2 sub-queries · n s · 3,702 tokens · $0.0037\n',
      'step 2 of 30 · 2 sub-queries · n s · 4,936 tokens · $0.0049\n',
      'final after 2 steps · 2 sub-queries · n s · 4,936 tokens · $0.0049\n',
    ]);
  });

  it('draws one line on a terminal, with what goes on, and leaves nothing of it', async () => {
    vi.useFakeTimers();
    const terminal = stream({ isTTY: true, columns: 100 });
    const run = begun(
      { type: 'run-start', maxSteps: 1_000 },
      { type: 'step-start', step: 2 },
      { type: 'query-start', kind: 'llm_query', depth: 1 },
      { type: 'query-start', kind: 'tool' },
      { type: 'query-start', kind: 'llm_query' },
      { type: 'query-end', kind: 'llm_query', usage },
      { type: 'code-start', code: '\u001B[2J' },
    );
    const line = progress(run, { stream: terminal });
    expect(terminal.written).toEqual(['starting · 0 s']);
    await vi.advanceTimersByTimeAsync(1_000);
    const text = 'step 2 of 1,000 · its code runs · 1 of 2 sub-queries · 1 s · 1,234 tokens';
    expect(terminal.written.at(-1)).toBe(text);
    const count = terminal.written.length;
    await vi.advanceTimersByTimeAsync(900);
    expect(terminal.written).toHaveLength(count);
    line.print('words');
    expect(terminal.written.slice(count)).toEqual(['\r\u001B[J', 'words\n', text]);
    line.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown(terminal.written)).toBe('words\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says how long a call waits that is tried again', async () => {
    vi.useFakeTimers();
    const terminal = stream({ isTTY: true, columns: 100 });
    progress(begun({ type: 'retry', kind: 'model', waitMs: 5_000, error: {} }), {
      stream: terminal,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(terminal.written.at(-1)).toBe('starting · asks again in 4 seconds · 1 s');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(terminal.written.at(-1)).toBe('starting · 5 s');
  });

  it('says that a run waits for a session', async () => {
    vi.useFakeTimers();
    const terminal = stream({ isTTY: true, columns: 100 });
    progress(begun({ type: 'session-wait', backend: 'quickjs', max: 4, waiting: 1 }), {
      stream: terminal,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(terminal.written.at(-1)).toBe('starting · waits for a session · 1 s');
  });

  it.each([1, 5, 20, 30, 79, 80, 200, 0, -1, NaN])(
    'stays within %j columns, and clears what a narrower window made of it',
    async (columns) => {
      vi.useFakeTimers();
      const terminal = { ...stream({ isTTY: true }), columns };
      const run = begun({ type: 'run-start', maxSteps: 9 }, { type: 'step-start', step: 1 });
      const line = progress(run, { stream: terminal });
      await vi.advanceTimersByTimeAsync(200);
      const room = columns >= 1 ? columns : 80;
      for (const text of terminal.written) {
        if (!text.startsWith('\r')) expect(text.length).toBeLessThan(room);
      }
      const rows = Math.ceil((terminal.written.at(-1) ?? '').length / 5);
      terminal.columns = 5;
      const before = terminal.written.length;
      line.stop();
      const up = rows > 1 ? `\u001B[${rows - 1}A` : '';
      expect(terminal.written.slice(before).join('')).toBe(rows === 0 ? '' : `\r${up}\u001B[J`);
    },
  );

  it('shows a task of the other loop too', async () => {
    const log = stream();
    const model = scriptedModel([{ text: 'Done. <finish_task>done</finish_task>', usage }]);
    const run = runTask({ model, prompt: 'p', maxSteps: 4 });
    progress(run, { stream: log });
    await run.result;
    await vi.waitFor(() => {
      expect(log.written.at(-1)).toMatch(/^final after 1 step · \d+ s · 1,234 tokens\n$/);
    });
    expect(log.written[0]).toMatch(/^step 1 of 4 · /);
  });

  it('shows a job of many questions, each tenth of it', async () => {
    const questions = Array.from({ length: 25 }, (_, n) => ({ id: `q${n}`, query: 'q' }));
    const model = () => ({ text: cell('FINAL("yes")'), usage });
    const told = async (total: number | undefined) => {
      const log = stream();
      const job = runMany(questions, { model, sandbox: watchedBackend() });
      progress(job, { stream: log, total });
      await job.result;
      await vi.waitFor(() => {
        expect(log.written.at(-1)).toMatch(/^25 (?:of 25 )?questions · \d+ s · 30,850 tokens\n$/);
      });
      return log.written.length;
    };
    expect(await told(25)).toBe(9);
    expect(await told(undefined)).toBe(1);
  });

  const broken = (): never => {
    throw new Error('EPIPE');
  };
  it.each<[string, ProgressStream]>([
    ['throws', { isTTY: true, write: broken }],
    ['rejects', { isTTY: true, write: () => Promise.reject(new Error('EPIPE')) }],
    [
      'throws at its columns',
      {
        isTTY: true,
        write: () => true,
        get columns() {
          return broken();
        },
      },
    ],
    [
      'throws at its kind',
      {
        write: () => true,
        get isTTY() {
          return broken();
        },
      },
    ],
  ])('leaves the run alone if the stream %s', async (_, failing) => {
    const run = ask(replies);
    const line = progress(run, { stream: failing });
    line.print('words');
    expect(await run.result).toMatchObject({ finishReason: 'final' });
    line.stop();
  });

  it('has taken its line away when the result of a job, or its loop, goes on', async () => {
    const terminal = stream({ isTTY: true, columns: 100 });
    const begin = () => {
      const model = () => cell('FINAL(1)');
      const job = runMany(['a', 'b', 'c'], { model, sandbox: watchedBackend() });
      progress(job, { stream: terminal });
      return job;
    };
    await begin().result;
    expect(shown(terminal.written)).toBe('');
    for await (const { error } of begin()) expect(error).toBeNull();
    expect(shown(terminal.written)).toBe('');
    expect(terminal.written).not.toEqual([]);
  });

  it('hears of the error of each write that was under way, as stderr of a process tells them', async () => {
    const pipe = new EventEmitter();
    let told = 0;
    const failing = Object.assign(pipe, {
      write(_: string, written?: (error: Error) => void) {
        setImmediate(() => {
          written?.(new Error('EPIPE'));
          // Throws if nobody listens.
          told += Number(pipe.emit('error', new Error('EPIPE')));
        });
      },
    });
    const line = progress(begun(), { stream: failing });
    line.print('one');
    line.print('two');
    await vi.waitFor(() => {
      expect(told).toBe(2);
    });
  });

  it('writes nothing more to a stream that failed, and hears of its error', () => {
    const heard: string[] = [];
    let calls = 0;
    const failing: ProgressStream = {
      write(_, written) {
        calls += 1;
        written?.(new Error('EPIPE'));
      },
      on: (event) => heard.push(event),
    };
    const line = progress(begun(), { stream: failing });
    line.print('one');
    line.print('two');
    expect([calls, heard]).toEqual([1, ['error']]);
  });

  it('draws nothing while the stream is behind', async () => {
    vi.useFakeTimers();
    const slow = { ...stream({ isTTY: true }), writableNeedDrain: true };
    progress(begun({ type: 'step-start', step: 1 }), { stream: slow });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(slow.written).toEqual([]);
    slow.writableNeedDrain = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(slow.written).toEqual(['step 1 · 60 s']);
  });

  it('does not end the run when it is stopped', async () => {
    const run = ask(replies);
    const log = stream();
    progress(run, { stream: log }).stop();
    expect(await run.result).toMatchObject({ finishReason: 'final' });
    expect(log.written).toEqual([]);
  });

  it('goes with a source that breaks off', async () => {
    vi.useFakeTimers();
    async function* broken(): AsyncGenerator<RlmEvent> {
      await Promise.resolve();
      throw new Error('gone');
      yield undefined as never;
    }
    const terminal = stream({ isTTY: true });
    progress(broken(), { stream: terminal });
    await vi.advanceTimersByTimeAsync(100);
    expect(shown(terminal.written)).toBe('');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [
      undefined,
      { stream: stream() },
      'Expected run to be a run, or a job of runMany, got undefined.',
    ],
    [Promise.resolve(), { stream: stream() }, 'Await it first.'],
    [begun(), undefined, 'Expected options to be an object'],
    [begun(), {}, 'Expected stream to be a stream with write(), such as process.stderr'],
    [begun(), { stream: {} }, 'Expected stream to be a stream with write()'],
    [begun(), { stream: stream(), out: 1 }, 'Unknown option out.'],
  ])('says what is wrong: %o', (run, options, message) => {
    expect(() => progress(run as never, options as never)).toThrow(message);
  });
});
