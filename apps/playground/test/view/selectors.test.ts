import { describe, expect, it } from 'vitest';

import { styleFor } from '../../src/render/style.js';
import { endLines } from '../../src/show/overview.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';
import { coverageStrips } from '../../src/view/coverage-strips.js';
import type { RunView, TreeView } from '../../src/view/run-view.js';
import {
  childrenOf,
  describeEnd,
  rewardsOf,
  runTree,
  totalsOf,
  type RunNode,
} from '../../src/view/selectors.js';
import { exampleRun, type ExampleName } from '../support/example-runs.js';

async function viewOf(name: ExampleName, isWhole = true): Promise<TreeView> {
  const events = await exampleRun(name);
  return addEvents(emptyTree, isWhole ? events : events.slice(0, -1));
}

function rootOf(view: TreeView): RunView {
  const root = view.runs[view.rootId];
  if (root === undefined) throw new Error('no root');
  return root;
}

const answered = 'an answer by code, with sub-queries, output in pieces, coverage and rewards';

describe('runTree', () => {
  it('puts a child below its parent, with the sub-query that began it', async () => {
    const [root, ...more] = runTree(await viewOf('children, one of which fails'));
    expect(more).toEqual([]);
    const shape = ({ run, query, children }: RunNode): unknown => [
      run.depth,
      query?.name,
      children.map(shape),
    ];
    expect(root && shape(root)).toEqual([
      0,
      undefined,
      [
        [1, 'rlm_query', []],
        // The end of a sub-query that fails does not name the run.
        [1, undefined, []],
      ],
    ]);
  });

  it('has a run whose parent the log lacks at the top', () => {
    const event = { type: 'run-start', runId: 'c', parentId: 'gone', depth: 1, step: 0 };
    expect(runTree(addEvents(emptyTree, [event]))).toHaveLength(1);
    expect(runTree(emptyTree)).toEqual([]);
  });
});

describe('childrenOf', () => {
  it('gives the runs that began in a step, also where a sub-query failed', async () => {
    const view = await viewOf('children, one of which fails');
    const root = rootOf(view);
    const begun = root.steps.map((step) => childrenOf(view, root, step).map(({ query }) => query));
    expect(begun).toEqual([['How many?'], ['And?'], []]);
  });
});

describe('totalsOf', () => {
  it("has the result's figures once it is there, and what is known so far before", async () => {
    const view = await viewOf(answered);
    const { end } = rootOf(view);
    expect(totalsOf(view)).toMatchObject({
      steps: 3,
      queries: 3,
      openQueries: 0,
      runs: 1,
      inputTokens: end?.inputTokens,
      durationMs: end?.durationMs,
    });
    const soFar = totalsOf(await viewOf(answered, false));
    expect(soFar.inputTokens).toBeGreaterThan(0);
    expect(soFar.inputTokens).toBeLessThan(end?.inputTokens ?? 0);
    expect(soFar).not.toHaveProperty('durationMs');
    expect(totalsOf(emptyTree)).toMatchObject({ steps: 0, costUsd: null });
  });

  it('says how many tokens came from a cache, while it runs and from the result', () => {
    const at = { runId: 'r', parentId: null, depth: 0 };
    const usage = { inputTokens: 10, cachedInputTokens: 8, outputTokens: 1 };
    const begun = [
      { type: 'run-start', ...at, step: 0 },
      { type: 'model-end', ...at, step: 1, usage },
      { type: 'model-end', ...at, step: 2, usage: { inputTokens: 5, outputTokens: 1 } },
    ];
    const running = addEvents(emptyTree, begun);
    expect(totalsOf(running)).toMatchObject({ inputTokens: 15, cachedInputTokens: 8 });
    const total = { inputTokens: 40, cachedInputTokens: 30, outputTokens: 2, costUsd: 0 };
    const result = { finishReason: 'final', answer: 'x', steps: [], usage: { total } };
    const end = { type: 'run-end', ...at, step: 2, result };
    const ended = addEvents(running, [end]);
    expect(totalsOf(ended)).toMatchObject({ inputTokens: 40, cachedInputTokens: 30, tokens: 42 });
    const plain = styleFor({ write: () => undefined }, {});
    expect(endLines(ended, plain).at(-1)).toContain('42 tokens (30 cached)');
  });

  it('counts what policies were told of sub-queries, before the result is there', () => {
    const at = { runId: 'r', parentId: null, depth: 0 };
    const call = { type: 'model-end', ...at, usage: { inputTokens: 10, outputTokens: 1 } };
    const metrics = { total_tokens: 500, cost_usd: 0.5 };
    const events = [
      { ...call, step: 1 },
      { type: 'policy-decision', ...at, step: 1, policy: 'p', terminate: false, metrics },
      { ...call, step: 2 },
    ];
    const { tokens, costUsd, inputTokens } = totalsOf(addEvents(emptyTree, events));
    expect({ tokens, costUsd, inputTokens }).toEqual({
      tokens: 511,
      costUsd: 0.5,
      inputTokens: 20,
    });
  });
});

describe('rewardsOf', () => {
  it('gives the value of each step that was valued', async () => {
    const run = rootOf(await viewOf(answered));
    expect(rewardsOf(run).map(({ value }) => value)).toEqual(run.end?.rewards);
    expect(rewardsOf(rootOf(await viewOf('a limit, with a wrap-up')))).toEqual([]);
  });
});

describe('describeEnd', () => {
  it.each<[ExampleName, string | RegExp]>([
    [answered, 'The model finished: its code gave the answer.'],
    ['a limit, with a wrap-up', 'It was stopped with an answer: The run took its 2 steps'],
    [
      'a policy that ends it',
      /^It was stopped with an answer: the policy max_steps says: .*1 step/,
    ],
    ['an error of the model', /^It failed: .*no key/],
    ['a task with a tool', 'The model says that it has finished; a person must review it.'],
  ])('says in a sentence why it ended: %s', async (name, words) => {
    expect(describeEnd(rootOf(await viewOf(name)))).toMatch(words);
    expect(describeEnd(rootOf(await viewOf(name, false)))).toBeUndefined();
  });
});

describe('coverageStrips', () => {
  it('says which parts of each text were read', async () => {
    const [strip, ...more] = coverageStrips(rootOf(await viewOf(answered)));
    expect(more).toEqual([]);
    expect(strip).toMatchObject({ context: 'context', fraction: 800 / 2100 });
    const places = strip?.parts.map(({ start, end, share }) => [
      Math.round(start * 2100),
      Math.round(end * 2100),
      share,
    ]);
    expect(places).toEqual([
      [0, 500, 1],
      [600, 900, 1],
    ]);
  });

  it('fills a strip while the run is under way, and has none for a run that does not count', async () => {
    const [strip] = coverageStrips(rootOf(await viewOf(answered, false)));
    expect(strip?.fraction).toBeCloseTo(800 / 2100, 3);
    const places = strip?.parts.map(({ start, end, share }) => (end - start) * share * 2100) ?? [];
    expect(places.reduce((sum, chars) => sum + chars, 0)).toBeCloseTo(800, 0);
    expect(strip?.parts[0]).toMatchObject({ start: 0, share: 1 });
    expect(coverageStrips(rootOf(await viewOf('a limit, with a wrap-up')))).toEqual([]);
  });
});
