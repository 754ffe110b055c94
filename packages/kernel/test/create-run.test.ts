import { describe, expect, it } from 'vitest';

import { createRun, type RunContext, type RunEvent } from '../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { recordEvents } from '../src/testing/index.js';
import { countingProtocol, type Ping } from './helpers.js';

const three = countingProtocol((count) =>
  Promise.resolve(count === 3 ? { final: 'done' } : 'continue'),
);
const hanging = countingProtocol((_, context) => untilAborted(context));

function untilAborted({ abortSignal }: RunContext): Promise<never> {
  return new Promise((_, reject) => {
    abortSignal.addEventListener('abort', () => {
      reject(abortSignal.reason as Error);
    });
  });
}

describe('createRun', () => {
  it('drives itself: awaiting the result is enough', async () => {
    expect(await createRun(three, null).result).toMatchObject({ answer: 'done' });
    expect(await createRun(three, null).result).toMatchObject({ answer: 'done' });
  });

  it('drives itself with nobody waiting at all', async () => {
    let steps = 0;
    createRun(
      countingProtocol(() => Promise.resolve((steps += 1) === 3 ? { final: '' } : 'continue')),
      null,
    );
    await nextTurn();
    expect(steps).toBe(3);
  });

  it('aborts runs that have just been started', async () => {
    const runs = Array.from({ length: 10 }, () => createRun(three, null));
    for (const run of runs) run.abort(new Error('not wanted'));
    const outcomes = await Promise.all(runs.map(({ result }) => result));
    expect(new Set(outcomes.map(({ finishReason }) => finishReason))).toEqual(new Set(['aborted']));
  });

  it('misses no event for a reader that subscribes at once, and ends its stream', async () => {
    const events: string[] = [];
    for await (const { type } of createRun(three, null)) events.push(type);
    expect(events[0]).toBe('run-start');
    expect(events.at(-1)).toBe('run-end');
    expect(events.filter((type) => type === 'ping')).toHaveLength(3);
  });

  it('gives several readers the same events, and a late one those that were kept', async () => {
    const run = createRun(three, null, { eventBuffer: 4 });
    const [one, two] = await Promise.all([recordEvents(run).finished, recordEvents(run).finished]);
    expect(two).toEqual(one);
    const late = await recordEvents(run).finished;
    expect(late).toEqual([one[0], late[1], ...one.slice(-4)]);
    expect(late[1]).toMatchObject({ type: 'events-dropped', count: one.length - 5 });
    expect(await recordEvents(createRun(three, null, { eventBuffer: 0 })).finished).toHaveLength(
      11,
    );
  });

  it('is not slowed by a reader that does not read', async () => {
    const run = createRun(three, null);
    const reader = run[Symbol.asyncIterator]();
    await reader.next();
    expect(await run.result).toMatchObject({ status: 'final' });
    expect((await reader.next()).value).toMatchObject({ type: 'step-start' });
  });

  it('is aborted when a reader leaves early', async () => {
    const run = createRun(hanging, null);
    for await (const { type } of run) if (type === 'ping') break;
    expect(await run.result).toMatchObject({ status: 'aborted' });
  });

  it('is not aborted by a reader that leaves after the end', async () => {
    const run = createRun(three, null);
    const reader = run[Symbol.asyncIterator]();
    const { result } = run;
    await result;
    await reader.return?.();
    expect((await result).status).toBe('final');
  });

  it('can be aborted before it starts, twice, and after its end', async () => {
    const run = createRun(three, null);
    run.abort('first');
    run.abort('second');
    expect(await run.result).toMatchObject({
      status: 'aborted',
      steps: 0,
      stop: { error: 'first' },
    });
    run.abort('third');
    expect((await run.result).status).toBe('aborted');
  });

  it('heeds the signal of its caller, also one that many runs share', async () => {
    const controller = new AbortController();
    const runs = Array.from({ length: 50 }, () =>
      createRun(hanging, null, { abortSignal: controller.signal }),
    );
    await nextTurn();
    controller.abort('all');
    for (const { result } of runs)
      expect(await result).toMatchObject({ status: 'aborted', stop: { error: 'all' } });
  });

  it('rejects only when it is told to, and does no harm then to one who reads events', async () => {
    const options = { maxSteps: 1, throwOnLimit: true };
    const run = createRun(three, null, options);
    expect((await recordEvents(run).finished).at(-1)).toMatchObject({ type: 'run-end' });
    await nextTurn();
    await expect(run.result).rejects.toMatchObject({ code: 'run_limit', result: { steps: 1 } });
    expect(await createRun(three, null, { ...options, maxSteps: 5 }).result).toMatchObject({
      answer: 'done',
    });
  });

  it('has an id that is its events’, and no other run’s', async () => {
    const runs = [
      createRun(three, null),
      createRun(three, null),
      createRun(three, null, { runId: 'mine' }),
    ];
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
    expect(runs[2]?.id).toBe('mine');
    for (const run of runs) for await (const { runId } of run) expect(runId).toBe(run.id);
  });

  it('refuses wrong options at the call', () => {
    expect(() => createRun(three, null, { eventBuffer: -1 })).toThrow('eventBuffer');
    expect(() => createRun(three, null, { maxEventBytes: 0 })).toThrow('maxEventBytes');
    expect(() => createRun(three, null, { maxSteps: -1 })).toThrow('maxSteps');
    expect(() => createRun(three, null, { abortSignal: {} as AbortSignal })).toThrow('abortSignal');
  });
});

describe('a child run', () => {
  const parentOf = (act: (context: RunContext) => Promise<string>) =>
    countingProtocol(async (_, context) => ({ final: await act(context) }));

  it('appears in its parent’s stream, with its place in the tree', async () => {
    const parent = parentOf(async (context) => {
      const grandchild = parentOf((inner) =>
        createRun(three, null, { parent: inner }).result.then(({ answer }) => answer ?? ''),
      );
      return (await createRun(grandchild, null, { parent: context }).result).answer ?? '';
    });
    const recorder = recordEvents(createRun(parent, null, { runId: 'r' }));
    const events: readonly RunEvent<Ping>[] = await recorder.finished;
    const starts = events.filter(({ type }) => type === 'run-start');
    expect(starts.map(({ runId, parentId, depth }) => [runId, parentId, depth])).toEqual([
      ['r', null, 0],
      ['r.1', 'r', 1],
      ['r.1.1', 'r.1', 2],
    ]);
    expect(events.filter(({ type }) => type === 'run-end').map(({ runId }) => runId)).toEqual([
      'r.1.1',
      'r.1',
      'r',
    ]);
  });

  it('is aborted with its parent', async () => {
    const outcomes: string[] = [];
    const parent = parentOf(async (context) => {
      const child = await createRun(hanging, null, { parent: context }).result;
      outcomes.push(child.status);
      return '';
    });
    const run = createRun(parent, null);
    await nextTurn();
    run.abort();
    expect((await run.result).status).toBe('final');
    expect(outcomes).toEqual(['aborted']);
  });

  it('that its parent leaves behind is ended with it, before it', async () => {
    const parent = parentOf((context) => {
      createRun(hanging, null, { parent: context });
      return Promise.resolve('left');
    });
    const events = await recordEvents(createRun(parent, null, { runId: 'r' })).finished;
    expect(events.filter(({ type }) => type === 'run-end').map(({ runId }) => runId)).toEqual([
      'r.1',
      'r',
    ]);
  });

  it('that is started after its parent’s end is aborted at once', async () => {
    const kept: RunContext[] = [];
    const parent = parentOf((context) => {
      kept.push(context);
      return Promise.resolve('');
    });
    await createRun(parent, null).result;
    const children = kept.map((context) => createRun(three, null, { parent: context }).result);
    expect(await Promise.all(children)).toMatchObject([{ status: 'aborted' }]);
  });

  it('shares the spending of the tree', async () => {
    const spend = (context: RunContext) => {
      context.ledger.reserve({ calls: 1, inputTokens: 5 }).settle({ inputTokens: 5 });
    };
    const leaf = countingProtocol((_, context) => {
      spend(context);
      return Promise.resolve({ final: '' });
    });
    const parent = parentOf(async (context) => {
      spend(context);
      await Promise.all([1, 2].map(() => createRun(leaf, null, { parent: context }).result));
      return '';
    });
    const { usage } = await createRun(parent, null).result;
    expect(usage).toMatchObject({
      own: { calls: 1 },
      children: { calls: 2, inputTokens: 10 },
      total: { calls: 3 },
    });
  });

  it('draws the same random numbers for the same id', async () => {
    const draws: number[] = [];
    const drawing = countingProtocol((_, context) => {
      draws.push(context.random());
      return Promise.resolve({ final: '' });
    });
    for (const runId of ['a', 'b', 'a']) await createRun(drawing, null, { runId }).result;
    expect(draws[2]).toBe(draws[0]);
    expect(draws[1]).not.toBe(draws[0]);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  });
});
