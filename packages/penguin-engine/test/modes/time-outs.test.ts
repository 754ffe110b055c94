import { BudgetExceededError } from '@rlm/kernel';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, runResponse, runTask, type ResponseOptions } from '../../src/index.js';

const hanging = (): ResponseOptions => ({ model: scriptedModel([{ hang: true }]), prompt: 'Go' });

describe.each([
  ['runResponse', runResponse],
  ['runTask', runTask],
])('a time-out of %s', (_, run) => {
  it.each<[given: Partial<ResponseOptions>, message: string]>([
    [
      { limits: { callTimeoutMs: 5 } },
      'The model call took longer than 5 ms, which limits.callTimeoutMs allows: raise it if it needs more',
    ],
    [{ limits: { timeoutMs: 5 } }, 'The run took longer than 5 ms, which timeoutMs allows'],
    [{ stepTimeoutMs: 5 }, 'A step took longer than 5 ms, which stepTimeoutMs allows'],
  ])('names the option: %j', async (given, message) => {
    expect((await run({ ...hanging(), ...given }).result).error).toBe(message);
  });

  it('says the same where the timer is late', async () => {
    let now = 0;
    const clock = { ...manualClock(), now: () => now };
    const late = defineTool({
      name: 'late',
      description: 'Takes its time',
      execute: () => {
        now = 6;
        return 'done';
      },
    });
    const model = scriptedModel(['<late>x</late>', 'Done.']);
    const options = { model, prompt: 'Go', tools: [late], limits: { timeoutMs: 5 }, clock };
    const { error } = await run(options).result;
    expect(error).toBe('The run took longer than 5 ms, which timeoutMs allows');
  });

  it('names the option of a tool that takes too long', async () => {
    const slow = defineTool({
      name: 'slow',
      description: 'Never ends',
      execute: () => new Promise(() => undefined),
    });
    const model = scriptedModel(['<slow>x</slow>', '<finish_task>{}</finish_task>', 'Done.']);
    const options = {
      model,
      prompt: 'Go',
      tools: [slow],
      limits: { callTimeoutMs: 5 },
      maxSteps: 2,
    };
    const { actionResults } = await run(options).result;
    expect(actionResults[0]?.result).toContain(
      'The tool call took longer than 5 ms, which limits.callTimeoutMs allows',
    );
  });
});

describe('BudgetExceededError', () => {
  it.each([
    ['timeout', 'The run took longer than 0.5 ms, which timeoutMs allows'],
    ['max_cost', 'The limit maxCostUsd leaves $0.1, and the next call needs $0.5'],
    ['max_sub_queries', 'The limit maxSubQueries leaves 0.1, and the next call needs 0.5'],
  ] as const)('of %s names the option of the caller', (limit, message) => {
    expect(new BudgetExceededError(limit, 0.5, 0.1).message).toBe(message);
  });
});
