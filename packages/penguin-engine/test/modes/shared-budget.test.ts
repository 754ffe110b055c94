import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { createBudget, runResponse, runTask } from '../../src/index.js';

const usage = { inputTokens: 30, outputTokens: 12 };
const model = () => scriptedModel([{ text: '<finish_response>ok</finish_response>', usage }]);
const task = () => scriptedModel([{ text: '<finish_task>ok</finish_task>', usage }]);

describe('a budget that runs of the agent loop share', () => {
  it('counts what they spend together, and ends the run that it has no room for', async () => {
    const budget = createBudget({ maxCalls: 2 });
    const first = runResponse({ model: model(), prompt: 'Go', budget }).result;
    const second = runTask({ model: task(), prompt: 'Go', budget }).result;
    expect(await first).toMatchObject({ status: 'completed', finishSummary: 'ok' });
    expect(await second).toMatchObject({ finishSummary: 'ok' });
    expect(budget.spent).toMatchObject({ calls: 2, outputTokens: 24 });
    const third = await runResponse({ model: model(), prompt: 'Go', budget }).result;
    expect(third).toMatchObject({ status: 'budget_limited', steps: { length: 0 } });
  });

  it('needs prices if it limits cost', () => {
    const budget = createBudget({ maxCostUsd: 1 });
    expect(() => runResponse({ model: model(), prompt: 'Go', budget })).toThrow(/prices/);
  });
});
