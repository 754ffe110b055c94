import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  type RunLimits,
  createRun,
  type Outcome,
  type Protocol,
  type RunContext,
  type RunEvent,
} from '../src/index.js';
import { callModel, type ModelFunction } from '../src/model/index.js';
import { actionResult } from './helpers.js';

/** What one run of a tree does, step by step. */
interface Plan {
  readonly steps: readonly Act[];
  readonly wrapsUp: boolean;
}

type Act =
  | { readonly do: 'ask'; readonly tokens: number }
  | { readonly do: 'spawn'; readonly children: readonly Plan[] }
  | { readonly do: 'throw' }
  | { readonly do: 'final' }
  | { readonly do: 'idle' };

const { plan } = fc.letrec<{ plan: Plan; act: Act }>((tie) => ({
  act: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('ask'), tokens: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'final' } as const) },
    { weight: 1, arbitrary: fc.constant({ do: 'idle' } as const) },
    { weight: 1, arbitrary: fc.constant({ do: 'throw' } as const) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('spawn'),
        children: fc.array(tie('plan'), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
  plan: fc.record({
    steps: fc.array(tie('act'), { maxLength: 4 }),
    wrapsUp: fc.boolean(),
  }),
}));

const bound = (max: number): fc.Arbitrary<number | undefined> =>
  fc.option(fc.nat(max), { nil: undefined });

const limitsOfRuns: fc.Arbitrary<RunLimits> = fc
  .record({
    maxTokens: bound(400),
    maxCostUsd: fc.option(
      fc.nat(50).map((cents) => cents / 100),
      { nil: undefined },
    ),
    maxCalls: bound(12),
    maxSubQueries: bound(6),
    maxDepth: bound(3),
  })
  .map((fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  );

/** After how many events a tree is aborted, if it is. */
const abortTimes = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 4 });

/** USD per million tokens: a token costs a tenth of a cent. */
const prices = { inputPerMillion: 1000, outputPerMillion: 1000 };

/** Answers with as many tokens as it is asked to, as far as it may; says what it used. */
const obedient: ModelFunction = async ({ messages, maxOutputTokens = Infinity }) => {
  await Promise.resolve();
  const wanted = Number(messages[0]?.content ?? 0);
  const outputTokens = Math.min(wanted + 1, maxOutputTokens);
  return { text: 'x'.repeat(outputTokens), usage: { inputTokens: 5, outputTokens } };
};

interface Seen {
  opened: number;
  closed: number;
}

/** How often each thing happened over all trees: shows that the trees reach what is asserted. */
type Tally = Map<string, number>;

const count = (tally: Tally, name: string): void => {
  tally.set(name, (tally.get(name) ?? 0) + 1);
};

function planned(seen: Seen): Protocol<Plan, Plan, string, { type: 'act' }> {
  const ask = async (tokens: number, context: RunContext): Promise<void> => {
    const messages = [{ role: 'user', content: String(tokens) }] as const;
    const purpose = context.depth === 0 ? 'root' : 'sub';
    await callModel(obedient, { purpose, messages }, context, { prices });
  };
  return {
    name: 'planned',
    open: async (plan) => {
      await Promise.resolve();
      seen.opened += 1;
      return plan;
    },
    async step(state, context) {
      const act = state.steps[context.step - 1] ?? { do: 'final' };
      context.emit({ type: 'act' });
      switch (act.do) {
        case 'ask':
          await ask(act.tokens, context);
          break;
        case 'spawn': {
          const runs = act.children.map((child) =>
            createRun(withWrapUp(seen), child, { parent: context, maxSteps: 3 }),
          );
          await Promise.all(runs.map((run) => run.result));
          break;
        }
        case 'throw':
          throw new Error('planned');
        case 'final':
          return { type: 'final', state, result: actionResult(), answer: context.runId };
        case 'idle':
          break;
      }
      return { type: 'continue', state, result: actionResult() };
    },
    close: () => {
      seen.closed += 1;
      return Promise.resolve();
    },
  };
}

function withWrapUp(seen: Seen): Protocol<Plan, Plan, string, { type: 'act' }> {
  const base = planned(seen);
  return {
    ...base,
    wrapUp: async (state, _stop, context) => {
      if (!state.wrapsUp) return undefined;
      const messages = [{ role: 'user', content: '3' }] as const;
      await callModel(obedient, { purpose: 'root', messages }, context, { prices });
      return 'best';
    },
  };
}

function expectWithin({ usage }: Outcome<string>, limits: RunLimits): void {
  const { total, own, children } = usage;
  expect(total.inputTokens + total.outputTokens).toBeLessThanOrEqual(limits.maxTokens ?? Infinity);
  expect(total.costUsd).toBeLessThanOrEqual((limits.maxCostUsd ?? Infinity) + 1e-12);
  expect(total.calls).toBeLessThanOrEqual(limits.maxCalls ?? Infinity);
  expect(total.subQueries).toBeLessThanOrEqual(limits.maxSubQueries ?? Infinity);
  expect(total.calls).toBe(own.calls + children.calls);
}

function expectOneEndEach(events: readonly RunEvent<{ type: 'act' }>[]): void {
  const ended = new Set<string>();
  const started = new Set<string>();
  for (const { type, runId } of events) {
    if (type === 'run-start') started.add(runId);
    expect(ended.has(runId), `${type} of ${runId} after its end`).toBe(false);
    if (type === 'run-end') ended.add(runId);
  }
  expect(ended).toEqual(started);
  expect(events.at(-1)).toMatchObject({ type: 'run-end', depth: 0 });
}

/** Tests that a tree of runs never spends more than its budget and always ends, once a run: so many random ones. */
export function testTrees(trees: number): void {
  it(
    `${trees} trees of runs spend no more than their budgets, and each run ends once`,
    { timeout: 900_000 },
    async () => {
      const tally: Tally = new Map();
      await fc.assert(
        fc.asyncProperty(plan, limitsOfRuns, abortTimes, async (root, limits, abortAfter) => {
          const seen = { opened: 0, closed: 0 };
          const run = createRun(withWrapUp(seen), root, {
            limits,
            maxSteps: 3,
            eventBuffer: 100_000,
          });
          const events: RunEvent<{ type: 'act' }>[] = [];
          for await (const event of run) {
            events.push(event);
            if (events.length === abortAfter) run.abort('random');
          }
          const outcome = await run.result;
          expectWithin(outcome, limits);
          expectOneEndEach(events);
          expect(seen.closed).toBe(seen.opened);
          for (const event of events) {
            if (event.type === 'run-end')
              count(tally, (event.result as Outcome<string>).finishReason);
          }
          if (outcome.usage.children.calls > 0) count(tally, 'children');
          if (outcome.status === 'stopped' && outcome.answer === 'best') count(tally, 'wrapped-up');
        }),
        { numRuns: trees },
      );
      const common = [
        'final',
        'aborted',
        'error',
        'max_calls',
        'max_tokens',
        'max_cost',
        'max_steps',
      ];
      for (const name of [...common, 'max_sub_queries', 'children', 'wrapped-up']) {
        expect(tally.get(name) ?? 0, name).toBeGreaterThan(10);
      }
    },
  );
}
