import { errorWith } from '@rlm/config/error-with';
import { generateText, hasToolCall, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { fromStopCondition, toStopCondition, type LoopStep } from '../../src/ai-sdk/index.js';
import {
  allOf,
  anyOf,
  confidence,
  createPolicyRegistry,
  defineTermination,
  maxSteps,
  not,
  rewardThreshold,
  tokenBudget,
  type TerminationDecision,
  type TerminationPolicy,
  convergence,
  costBudget,
  errorStreak,
  finalPattern,
  noProgress,
  repeatedResponse,
  trivialResponse,
  wallClock,
} from '../../src/index.js';
import { walletGuard } from '../../src/guard/index.js';
import { rewardBy, withReward } from '../../src/reward/index.js';
import { actingTurn, makeContext, makeResult } from '../make.js';

const context = makeContext();

function step(text: string, tokens = 10, result: unknown = 'ok'): LoopStep {
  const call = { toolName: 'look', input: { at: 1 } };
  return {
    text,
    toolCalls: [call],
    toolResults: [{ ...call, output: result }],
    usage: { totalTokens: tokens },
  };
}

/** A loop of the AI SDK whose model calls a tool for ever. */
async function loopUntil(stopWhen: ReturnType<typeof toStopCondition>): Promise<number> {
  const tokens = { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 };
  const model = new MockLanguageModelV3({
    doGenerate: () =>
      Promise.resolve({
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"at":1}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: { inputTokens: tokens, outputTokens: { total: 5, text: 5, reasoning: 0 } },
        warnings: [],
      }),
  });
  const look = tool({
    inputSchema: jsonSchema<{ at: number }>({
      type: 'object',
      properties: { at: { type: 'number' } },
    }),
    execute: () => 'nothing new',
  });
  const { steps } = await generateText({ model, prompt: 'look', tools: { look }, stopWhen });
  return steps.length;
}

describe('toStopCondition', () => {
  it('ends a loop of the AI SDK', async () => {
    await expect(loopUntil(toStopCondition(repeatedResponse()))).resolves.toBe(3);
    await expect(loopUntil(toStopCondition(tokenBudget({ maxTokens: 60 })))).resolves.toBe(4);
  });

  it('serves one loop after the other, and several at the same time', () => {
    const stops = toStopCondition(maxSteps({ maxSteps: 2 }));
    const [one, other] = [
      [step('a'), step('b')],
      [step('c'), step('d')],
    ];
    expect(stops({ steps: one.slice(0, 1) })).toBe(false);
    expect(stops({ steps: other.slice(0, 1) })).toBe(false);
    expect(stops({ steps: one })).toBe(true);
    expect(stops({ steps: other })).toBe(true);
    expect(stops({ steps: other })).toBe(true);
    expect(stops({ steps: one.slice(0, 1) })).toBe(false);
  });

  it('reads the clock that it is given, and tells the decision', () => {
    let time = 1_000;
    const told: TerminationDecision[] = [];
    const stops = toStopCondition(wallClock({ maxMs: 50 }), {
      now: () => time,
      onStop: (decision) => told.push(decision),
    });
    const steps = [step('a')];
    expect(stops({ steps })).toBe(false);
    time = 1_050;
    steps.push(step('b'));
    expect(stops({ steps })).toBe(true);
    expect(told).toMatchObject([{ code: 'wall_clock' }]);
  });

  it('counts a call without a result as a failed step', () => {
    const stops = toStopCondition(errorStreak({ maxErrors: 1 }));
    expect(stops({ steps: [{ ...step('a'), toolResults: [] }] })).toBe(true);
    expect(stops({ steps: [step('a', 1, { rows: [1] })] })).toBe(false);
  });
});

const { getTermination } = createPolicyRegistry();
const composite = (...policies: readonly unknown[]): TerminationPolicy =>
  getTermination('composite', { policies });
const prices = { inputPerMillion: 1_000, outputPerMillion: 10_000 };

describe('toStopCondition of a policy that could never stop the loop', () => {
  it.each<[string, TerminationPolicy, string, Parameters<typeof toStopCondition>[1]?]>([
    ['cost_budget without prices', costBudget({ maxCostUsd: 0.001 }), 'prices'],
    ['wall_clock without a clock', wallClock({ maxMs: 1 }), 'now'],
    ['wall_clock with prices alone', wallClock({ maxMs: 1 }), 'now', { prices }],
    ['reward_threshold without a reward', rewardThreshold(), 'withReward'],
    ['max_steps without a limit', maxSteps(), 'maxSteps'],
    ['an endless token_budget', tokenBudget({ maxTokens: Infinity }), 'maxTokens'],
    ['an endless error_streak', errorStreak({ maxErrors: Infinity }), 'maxErrors'],
    ['a confidence that nothing states', confidence({ confidenceKey: 'sure' }), 'metadata.sure'],
    ['a part of anyOf', anyOf(maxSteps({ maxSteps: 3 }), costBudget()), 'cost_budget'],
    ['a part of allOf', allOf([maxSteps({ maxSteps: 3 }), [wallClock()]].flat(2)), 'wall_clock'],
    ['a part of not', not(costBudget()), 'cost_budget'],
    ['a part of a part', anyOf(tokenBudget(), allOf(tokenBudget(), not(wallClock()))), 'now'],
    ['a part of composite', composite('final_pattern', { name: 'cost_budget' }), 'prices'],
    ['a part of composite in anyOf', anyOf(tokenBudget(), composite('wall_clock')), 'now'],
    [
      'a part beside a reward',
      withReward(
        rewardBy(() => 1),
        costBudget(),
      ),
      'prices',
    ],
    ['the default composite', getTermination('composite'), 'reward_threshold'],
    ['a copy', { ...costBudget() }, 'prices'],
    ['coverage', getTermination('coverage'), 'answers back'],
    [
      'an own policy with an own need',
      defineTermination({
        name: 'own',
        description: '',
        defaults: {},
        needs: () => ['rows_read'],
        start: () => () => ({ terminate: false }),
      })(),
      'rows_read',
    ],
  ])('refuses %s', (_, policy, fact, options = {}) => {
    expect(() => toStopCondition(policy, options)).toThrow(
      errorWith({ code: 'invalid_policy', facts: [fact] }),
    );
  });

  it('refuses prices that are none', () => {
    for (const wrong of [{}, 3, { inputPerMillion: 1 }, { small: { outputPerMillion: 1 } }, 'free'])
      expect(() => toStopCondition(costBudget(), { prices: wrong as never })).toThrow(
        errorWith({ code: 'invalid_option', facts: ['prices'] }),
      );
  });
});

describe('toStopCondition of each built-in policy', () => {
  const failed = { ...step('a'), toolResults: [] };
  const text = (written: string): LoopStep => ({
    ...step(written),
    toolCalls: [],
    toolResults: [],
  });
  let time = 0;
  const now = (): number => (time += 10);
  it.each<[TerminationPolicy, (at: number) => LoopStep, number, object?]>([
    [finalPattern(), () => step('FINAL("done")'), 1],
    [
      withReward(
        rewardBy(() => 0.5),
        rewardThreshold(),
      ),
      () => step('a'),
      2,
    ],
    [confidence(), () => step('confidence: 0.93'), 2],
    [composite('final_pattern', 'token_budget'), () => step('FINAL("done")'), 1],
    [maxSteps({ maxSteps: 4 }), () => step('a'), 4],
    [maxSteps(), () => step('a'), 3, { maxSteps: 3 }],
    [wallClock({ maxMs: 35 }), () => step('a'), 4, { now }],
    [tokenBudget({ maxTokens: 25 }), () => step('a'), 3],
    [tokenBudget({ maxTokens: 25 }), () => ({ ...step('a'), usage: { outputTokens: 13 } }), 2],
    [costBudget({ maxCostUsd: 0.05 }), () => step('a'), 5, { prices }],
    [errorStreak(), () => failed, 3],
    [repeatedResponse(), () => step('a'), 3],
    [trivialResponse(), () => text(''), 3],
    [noProgress(), () => step('a'), 6],
    [convergence(), (at) => step('the same words', at, at), 3],
    [walletGuard(), () => step('a'), 3],
    [anyOf(tokenBudget(), costBudget({ maxCostUsd: 0.02 })), () => step('a'), 2, { prices }],
  ])('ends a loop, twice (%#)', (policy, stepAt, last, options = {}) => {
    const stops = toStopCondition(policy, options);
    for (let loop = 0; loop < 2; loop += 1) {
      const steps: LoopStep[] = [];
      while (steps.length < 10 && (steps.length === 0 || !stops({ steps })))
        steps.push(stepAt(steps.length));
      expect(steps).toHaveLength(last);
    }
  });

  it('ends a loop of the AI SDK at a cost, by the prices of its model', async () => {
    const own = { 'mock-model-id': { ...prices, cachedInputPerMillion: 0 } };
    for (const given of [prices, own]) {
      const stops = toStopCondition(costBudget({ maxCostUsd: 0.15 }), { prices: given });
      await expect(loopUntil(stops)).resolves.toBe(3);
      await expect(loopUntil(stops)).resolves.toBe(3);
    }
  });

  it('throws for a cost that it cannot know', () => {
    for (const given of [{ other: prices }, 'reported'] as const) {
      const stops = toStopCondition(costBudget(), { prices: given });
      expect(() => stops({ steps: [step('a')] })).toThrow(errorWith({ code: 'policy_failed' }));
    }
    const reported = { ...step('a'), usage: { totalTokens: 1, raw: { cost: 2 } } };
    expect(toStopCondition(costBudget(), { prices: 'reported' })({ steps: [reported] })).toBe(true);
  });

  it('keeps the time of two loops that take turns', () => {
    let clock = 0;
    const stops = toStopCondition(wallClock({ maxMs: 50 }), { now: () => clock });
    const [one, other] = [[step('a')], [step('b')]];
    expect([stops({ steps: one }), stops({ steps: other })]).toEqual([false, false]);
    clock = 60;
    expect([stops({ steps: one }), stops({ steps: other })]).toEqual([true, true]);
  });
});

describe('fromStopCondition', () => {
  it('takes the conditions of the AI SDK', () => {
    const policy = anyOf(stepCountIs(3), hasToolCall('finish'));
    const acting = makeResult({ metadata: { turn: actingTurn('a') } });
    expect(policy.shouldTerminate(acting, context).terminate).toBe(false);
    expect(policy.shouldTerminate(acting, context).terminate).toBe(false);
    expect(policy.shouldTerminate(acting, context).terminate).toBe(true);
    policy.reset();
    const finishing = makeResult({ actionType: 'finish', output: 'bye' });
    expect(policy.shouldTerminate(finishing, context).terminate).toBe(true);
  });

  it('shows a step its text, calls, results and tokens', () => {
    const seen: LoopStep[] = [];
    const policy = fromStopCondition(({ steps }) => seen.push(...steps) > 1, 'looking');
    policy.shouldTerminate(
      makeResult({ actionType: 'text', output: 'hello', tokensUsed: 7 }),
      context,
    );
    expect(seen).toEqual([
      { text: 'hello', toolCalls: [], toolResults: [], usage: { totalTokens: 7 } },
    ]);
    const decision = policy.shouldTerminate(
      makeResult({ metadata: { turn: actingTurn('go', 'done', { a: 1 }) } }),
      context,
    );
    const call = { toolName: 'execute', input: { a: 1 }, output: 'done' };
    expect(seen.at(-1)).toMatchObject({ text: 'go', toolCalls: [call], toolResults: [call] });
    expect(decision).toMatchObject({ terminate: true, answer: null, code: 'looking' });
  });

  it('says that a stop condition ended the run, after how many steps, and which one if it has a name', () => {
    const ending = (policy: TerminationPolicy): TerminationDecision[] =>
      [1, 2].map(() => policy.shouldTerminate(makeResult(), context));
    expect(ending(fromStopCondition(stepCountIs(2)))[1]).toMatchObject({
      code: 'condition',
      reason: 'A stop condition ended the run after 2 steps.',
    });
    expect(ending(fromStopCondition(() => true, 'enough'))[0]).toMatchObject({
      code: 'enough',
      reason: "The stop condition 'enough' ended the run after 1 step.",
    });
  });

  it('refuses a condition that is asynchronous', () => {
    const policy = fromStopCondition(() => Promise.resolve(true));
    expect(() => policy.shouldTerminate(makeResult(), context)).toThrow(
      errorWith({ code: 'invalid_policy', facts: ['async'] }),
    );
  });
});
