import { BudgetExceededError } from '@rlm/kernel';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, runResponse, runTask, type ResponseOptions } from '../../src/index.js';

const hanging = (): ResponseOptions => ({
  model: scriptedModel([{ hang: true }]),
  prompt: 'Go',
  retry: { attempts: 1 },
});

describe.each([
  ['runResponse', runResponse],
  ['runTask', runTask],
])('a time-out of %s', (_, run) => {
  it.each<[given: Partial<ResponseOptions>, facts: RegExp]>([
    [{ limits: { callTimeoutMs: 5 } }, /\bmodel call .* 5 ms\b.* limits\.callTimeoutMs /],
    [{ limits: { timeoutMs: 5 } }, /^The run .* 5 ms .*\btimeoutMs\b/],
    [{ stepTimeoutMs: 5 }, /^A step .* 5 ms .*\bstepTimeoutMs\b/],
  ])('names the option: %j', async (given, facts) => {
    expect((await run({ ...hanging(), ...given }).result).error).toMatch(facts);
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
    expect(error).toMatch(/^The run .* 5 ms .*\btimeoutMs\b/);
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
    expect(actionResults[0]?.result).toMatch(/\btool call .* 5 ms\b.* limits\.callTimeoutMs /);
  });
});

describe('BudgetExceededError', () => {
  it.each([
    ['timeout', /^The run .* 0\.5 ms .*\btimeoutMs\b/],
    ['max_cost', /maxCostUsd .*\$0\.1\b.*\$0\.5$/],
    ['max_sub_queries', /maxSubQueries .* 0\.1\b.* 0\.5$/],
  ] as const)('of %s names the option of the caller', (limit, facts) => {
    expect(new BudgetExceededError(limit, 0.5, 0.1).message).toMatch(facts);
  });
});
