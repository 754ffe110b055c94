import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, runResponse, runTask, type ResponseOptions } from '../../src/index.js';

const modes = [
  ['runResponse', runResponse, 'finish_response', 'completed'],
  ['runTask', runTask, 'finish_task', 'pending_review'],
] as const;

const echo = defineTool({ name: 'echo', description: 'Says it again', execute: (text) => text });
const large = { inputTokens: 5_000, outputTokens: 5_000 };

function options(
  texts: readonly string[],
  maxTokens: number,
): ResponseOptions & {
  readonly model: ReturnType<typeof scriptedModel>;
} {
  const model = scriptedModel(texts.map((text) => ({ text, usage: large })));
  return { model, prompt: 'Go', tools: [echo], limits: { maxTokens } };
}

describe.each(modes)('a budget of tokens in %s', (_, run, finish, finished) => {
  it('starts no call whose estimate does not fit, not even the first', async () => {
    const given = options([`<${finish}>ok</${finish}>`], 20);
    const result = await run(given).result;
    expect(result).toMatchObject({ status: 'budget_limited', steps: { length: 0 } });
    expect(result.error).toMatch(/\bmaxTokens \(20\) \w+ 20 \(spent: 0, in flight: 0, /);
    expect(given.model.calls).toEqual([]);
    expect(result.usage.total.calls).toBe(0);
  });

  it('ends after the call by which a provider overshoots it', async () => {
    const given = options(['<echo>a</echo>', '<echo>b</echo>', '<echo>c</echo>'], 5_000);
    const result = await run(given).result;
    expect(result).toMatchObject({ status: 'budget_limited', steps: { length: 1 } });
    expect(given.model.calls).toHaveLength(1);
    expect(result.usage.total).toMatchObject(large);
  });

  it('lets a finish win on the turn that crosses it', async () => {
    const result = await run(options([`<${finish}>ok</${finish}>`], 5_000)).result;
    expect(result).toMatchObject({ status: finished, steps: { length: 1 }, finishSummary: 'ok' });
  });
});
