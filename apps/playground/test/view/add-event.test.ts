import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { addEvents, emptyTree, GrowingTree } from '../../src/view/add-event.js';
import type { RunView, StepView, TreeView, ViewEvent } from '../../src/view/run-view.js';
import { missingEvents, queriesOf } from '../../src/view/selectors.js';
import {
  exampleNames,
  exampleRun,
  writtenAndRead,
  type ExampleName,
} from '../support/example-runs.js';
import { longRun } from '../support/long-run.js';

const viewOf = async (name: ExampleName): Promise<TreeView> =>
  addEvents(emptyTree, await exampleRun(name));
function rootOf(view: TreeView): RunView {
  const root = view.runs[view.rootId];
  if (root === undefined) throw new Error('no root');
  return root;
}

describe('addEvents', () => {
  it.each(exampleNames)(
    'shows the same of a live run and of its trajectory, in one go and one by one: %s',
    async (name) => {
      const events = await exampleRun(name);
      const before = structuredClone(JSON.stringify(events));
      const live = addEvents(emptyTree, events);
      expect(live.events).toBe(events.length);
      expect(rootOf(live).state).toBe('ended');
      expect(addEvents(emptyTree, await writtenAndRead(events))).toEqual(live);
      let one = emptyTree;
      const growing = new GrowingTree();
      for (const event of events) {
        one = addEvents(one, [event]);
        growing.add(event);
        expect(growing.now).toEqual(one);
      }
      expect(one).toEqual(live);
      // A page is sent it, or it stands in a file: nothing of it is lost there.
      expect(JSON.parse(JSON.stringify(live))).toEqual(live);
      expect(JSON.stringify(events)).toBe(before);
    },
  );

  it('knows that a run waits for a place, until its session is open', () => {
    const origin = { runId: 'root', parentId: null, depth: 0, step: 0 };
    const wait = { type: 'session-wait', backend: 'quickjs', max: 4, waiting: 2 };
    const waits = addEvents(emptyTree, [
      { ...origin, type: 'run-start' },
      { ...origin, ...wait } as ViewEvent,
    ]);
    expect(rootOf(waits)).toMatchObject({ backend: 'quickjs', placeWait: { max: 4, waiting: 2 } });
    const open = { ...origin, type: 'session-open', backend: 'quickjs' } as ViewEvent;
    expect(rootOf(addEvents(waits, [open])).placeWait).toBeUndefined();
  });

  it('counts the events that are missing, in the run and in all together', () => {
    const origin = { runId: 'root', parentId: null, depth: 0, step: 1 };
    const dropped = (of: object, count: unknown): ViewEvent =>
      ({ ...origin, ...of, type: 'events-dropped', count, bytes: 1 }) as ViewEvent;
    const view = addEvents(emptyTree, [
      { ...origin, type: 'run-start' },
      dropped({}, 3),
      dropped({ runId: 'child', parentId: 'root', depth: 1 }, 40),
      dropped({}, 2),
      dropped({}, 'many'),
    ]);
    expect(view.runs['root']?.missingEvents).toBe(5);
    expect(view.runs['child']?.missingEvents).toBe(40);
    expect(missingEvents(view)).toBe(45);
    expect(missingEvents(emptyTree)).toBe(0);
  });

  it('shows steps, blocks, sub-queries, rewards and coverage', async () => {
    const view = await viewOf(
      'an answer by code, with sub-queries, output in pieces, coverage and rewards',
    );
    const run = rootOf(view);
    expect(run).toMatchObject({
      protocol: 'rlm',
      query: 'When was it seen?',
      contexts: [{ name: 'context', typeName: 'string', totalLength: 2100 }],
      language: 'javascript',
      end: {
        answer: 'by day',
        finishReason: 'final',
        source: 'code',
        inputTokens: expect.any(Number) as number,
      },
    });
    const [first, second, third] = run.steps as [StepView, StepView, StepView];
    expect(first).toMatchObject({
      step: 1,
      reasoning: 'I look at the text.',
      blocks: [{ block: 0, blocks: 1, stdout: '2100\n', value: '2100', outcome: 'ok' }],
      calls: [{ purpose: 'root', durationMs: expect.any(Number) as number }],
      reward: { value: expect.any(Number) as number },
      isWrapUp: false,
      replayed: false,
    });
    expect(second.blocks[0]?.stderr).toBe('hm\n');
    expect(queriesOf(view, second)).toMatchObject([
      { name: expect.stringContaining('llm_query') as string, response: 'by day', step: 2 },
      { prompt: 'b', origin: 'asked', tokens: 7 },
      { prompt: 'c', durationMs: expect.any(Number) as number },
    ]);
    expect(second.coverage).toBeGreaterThan(0);
    expect(third.final).toEqual({ answer: 'by day', source: 'code' });
    expect(run.variables).toMatchObject({ n: '2100' });
    expect(run.end?.rewards).toEqual(run.steps.map(({ reward }) => reward?.value));
  });

  it('shows child runs below the query that began them', async () => {
    const view = await viewOf('children, one of which fails');
    const queries = Object.values(view.queries);
    expect(queries).toHaveLength(2);
    const [ok, failed] = queries;
    const child = view.runs[ok?.childId ?? ''];
    expect(child).toMatchObject({ parentId: view.rootId, depth: 1, end: { answer: '2' } });
    expect(failed?.error).toContain('no key');
    expect(Object.keys(view.runs)).toHaveLength(3);
  });

  it('shows errors of code, notices, and calls of tools', async () => {
    const { steps } = rootOf(await viewOf('errors of code and of tools'));
    expect(steps[0]?.blocks[0]).toMatchObject({
      error: { type: 'ReferenceError' },
      outcome: 'error',
    });
    expect(steps[1]?.blocks[0]?.error?.message).toContain('no scales');
    expect(steps[2]?.notices).toMatchObject([{ code: 'no_action' }]);
  });

  it('shows a wrap-up as a step of its own, and what is left of each bound', async () => {
    const { steps, stop, end, budgets } = rootOf(await viewOf('a limit, with a wrap-up'));
    expect(steps.map(({ step, isWrapUp }) => [step, isWrapUp])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(stop?.finishReason).toBe('max_steps');
    expect(end).toMatchObject({
      answer: 'a guess',
      source: 'wrap-up',
      stop: { code: 'max_steps' },
    });
    expect(budgets).toMatchObject([
      { name: 'steps', left: 0, of: 2 },
      { name: 'tokens' },
      { name: 'sub-queries', left: 3, of: 3 },
      { name: 'time' },
    ]);
  });

  it('shows what was spent of each bound, by its limit, up to the end', () => {
    const at = { runId: 'r', parentId: null, depth: 0 };
    const left = { stepsLeft: 19, tokensLeft: 700, costUsdLeft: 0.7, timeLeftMs: 4_000 };
    const usage = { inputTokens: 150, outputTokens: 50, costUsd: 0.2 };
    const eventsWith = (more: object): ViewEvent[] =>
      [
        { type: 'run-start', ...at, step: 0, maxSteps: 20 },
        { type: 'model-end', ...at, step: 1, text: '', usage, durationMs: 1_000 },
        { type: 'query-start', ...at, step: 1, queryId: 'r/q1', kind: 'llm_query', prompt: '?' },
        { type: 'budget', ...at, step: 1, ...left, subQueriesLeft: 3, ...more },
        { type: 'step-start', ...at, step: 2 },
      ] as ViewEvent[];
    const limits = { maxTokens: 1_000, maxCostUsd: 1, maxSubQueries: 4, timeoutMs: 5_500 };
    const told = addEvents(emptyTree, eventsWith({ limits }));
    expect(rootOf(told).budgets).toEqual([
      { name: 'steps', left: 19, of: 20 },
      { name: 'tokens', left: 700, of: 1_000 },
      { name: 'cost', left: 0.7, of: 1 },
      { name: 'sub-queries', left: 3, of: 4 },
      { name: 'time', left: 4_000, of: 5_500 },
    ]);
    // A log of before limits were told.
    const of = rootOf(addEvents(emptyTree, eventsWith({}))).budgets.map((budget) => budget.of);
    expect(of).toEqual([20, 900, expect.closeTo(0.9), 4, 5_000]);
    const total = { inputTokens: 300, outputTokens: 100, costUsd: 0.5, subQueries: 4 };
    const result = { answer: 'x', usage: { total }, durationMs: 1_500 };
    const end = { type: 'run-end', ...at, step: 2, result } as ViewEvent;
    expect(rootOf(addEvents(told, [end])).budgets.map((budget) => budget.left)).toEqual([
      18, 600, 0.5, 0, 4_000,
    ]);
  });

  it('does not show what is unknown as nothing', () => {
    const at = { runId: 'r', parentId: null, depth: 0 };
    const total = { inputTokens: 3, outputTokens: 1, costUsd: 0 };
    const endWith = (usage: object, result: object) => {
      const events = [
        { type: 'model-end', ...at, step: 1, text: '', usage, durationMs: 1 },
        { type: 'run-end', ...at, step: 1, result },
      ];
      return rootOf(addEvents(emptyTree, events as ViewEvent[])).end;
    };
    expect(endWith({}, { usage: { total } })?.costUsd).toBeNull();
    expect(endWith({ costUsd: 0 }, { usage: { total } })?.costUsd).toBe(0);
    expect(endWith({}, { usage: { total: { costUsd: 0.1 } } })?.costUsd).toBe(0.1);
    const bare = endWith({}, {});
    for (const name of ['inputTokens', 'outputTokens', 'durationMs'] as const)
      expect(bare?.[name]).toBeUndefined();
  });

  it('shows a task: its calls of tools, and what it came to', async () => {
    const { protocol, steps, end } = rootOf(await viewOf('a task with a tool'));
    expect(protocol).toBe('task');
    expect(steps[0]?.actions).toMatchObject([
      { name: 'weigh', arguments: 'the comet', result: 'the comet: 7 t', status: 'completed' },
    ]);
    expect(end).toMatchObject({
      answer: 'It is heavy.',
      status: 'pending_review',
      finishReason: 'final',
    });
  });

  it('shows what each policy said, with the figures it was shown', async () => {
    const { steps, end } = rootOf(await viewOf('a policy that ends it'));
    expect(steps[0]?.decisions).toMatchObject([
      {
        policy: 'max_steps',
        when: 'after',
        terminate: true,
        code: 'max_steps',
        reason: end?.stop?.message,
        metrics: { consecutive_errors: 0 },
      },
    ]);
  });

  it('begins a run anew that is resumed, and knows which steps were given again', () => {
    const at = { runId: 'r', parentId: null, depth: 0 };
    const before: ViewEvent[] = [
      { type: 'run-start', ...at, step: 0 },
      { type: 'step-start', ...at, step: 1 },
      { type: 'step-start', ...at, step: 2 },
    ];
    const again = before.map((event) => ({ ...event, replayed: true }));
    const view = addEvents(emptyTree, [...before, ...again, { type: 'notice', ...at, step: 2 }]);
    expect(rootOf(view).steps).toMatchObject([
      { step: 1, replayed: true, firstEvent: 4, lastEvent: 4 },
      { step: 2, replayed: false, firstEvent: 5, lastEvent: 6 },
    ]);
  });

  it('takes a log without its beginning, and any key', () => {
    const at = { runId: '__proto__', parentId: null, depth: 0, step: 7 };
    const view = addEvents(emptyTree, [
      { type: 'output-delta', ...at, text: 'half', stream: 'stdout' },
      { type: 'query-end', ...at, queryId: 'constructor', response: 'x' },
      { type: 'unheard-of', ...at },
      { type: 'code-end', ...at, result: { locals: JSON.parse('{"__proto__":"1"}') as unknown } },
    ] as ViewEvent[]);
    expect(rootOf(view).steps).toMatchObject([{ step: 7, blocks: [{ stdout: '' }] }]);
    expect(Object.keys(view.runs)).toEqual(['__proto__']);
    expect(Object.keys(rootOf(view).variables)).toEqual(['__proto__']);
    expect(Object.entries(view.queries)).toMatchObject([['constructor', { response: 'x' }]]);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it('shares what an event does not touch', async () => {
    const events = await exampleRun('children, one of which fails');
    const half = events.findIndex(({ type, step }) => type === 'step-start' && step === 2);
    const before = addEvents(emptyTree, events.slice(0, half));
    const copy = structuredClone(JSON.stringify(before));
    const after = addEvents(before, events.slice(half));
    expect(JSON.stringify(before)).toBe(copy);
    expect(rootOf(after).steps[0]).toBe(rootOf(before).steps[0]);
    expect(rootOf(after)).not.toBe(rootOf(before));
    const [query] = Object.keys(before.queries) as [string];
    expect(after.queries[query]).toBe(before.queries[query]);
    expect(after.runs[Object.keys(before.runs)[1] ?? '']).toBe(Object.values(before.runs)[1]);
    expect(addEvents(after, [])).toBe(after);
  });

  it('takes time in proportion to the events, also one by one: four times as many, not sixteen times as long', () => {
    const logs = new Map([5_000, 20_000].map((count) => [count, longRun(count)]));
    const work = (count: number): void => {
      expect(addEvents(emptyTree, logs.get(count) ?? []).events).toBe(count);
      const growing = new GrowingTree();
      for (const event of logs.get(count) ?? []) growing.add(event);
      expect(growing.now.events).toBe(count);
    };
    expect(growthOf(work, { small: 5_000, large: 20_000, enough: 6 })).toBeLessThan(9);
  });
});
