import { errorWith } from '@rlm/config/error-with';
import { generateText, hasToolCall, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { fromStopCondition, toStopCondition, type LoopStep } from '../../src/ai-sdk/index.js';
import { anyOf, maxSteps, tokenBudget, type TerminationDecision } from '../../src/index.js';
import { actingTurn, makeContext, makeResult } from '../make.js';
import { errorStreak, repeatedResponse, wallClock } from '../built-ins.js';

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

  it('refuses a condition that is asynchronous', () => {
    const policy = fromStopCondition(() => Promise.resolve(true));
    expect(() => policy.shouldTerminate(makeResult(), context)).toThrow(
      errorWith({ code: 'invalid_policy', facts: ['async'] }),
    );
  });
});
