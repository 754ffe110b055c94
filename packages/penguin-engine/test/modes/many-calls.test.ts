import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, requiresApproval, runResponse, runTask } from '../../src/index.js';

const loops = [
  ['runResponse', runResponse],
  ['runTask', runTask],
] as const;

/** A reply of native calls. */
function replyOf(calls: number, name = 'count') {
  const toolCalls = Array.from({ length: calls }, (_, index) => ({
    id: `c${index}`,
    name,
    arguments: {},
  }));
  return { text: '', toolCalls };
}

describe.each(loops)('%s: native calls of one reply', (_, run) => {
  it.each([
    { calls: 100, ran: 100, read: 100 },
    { calls: 101, ran: 100, read: 101, told: '(1 calls)' },
    { calls: 1_000, ran: 100, read: 1_000, told: '(900 calls)' },
    { calls: 1_001, ran: 100, read: 1_000, told: '(901 calls)', codes: ['too_many_calls'] },
    { calls: 30_000, ran: 100, read: 1_000, told: '(29,900 calls)', codes: ['too_many_calls'] },
  ])('$calls calls: $ran run, $read are read', async ({ calls, ran, read, told, codes = [] }) => {
    let count = 0;
    const execute = () => (count += 1);
    const tool = defineTool({ name: 'count', description: 'Counts', execute });
    const model = scriptedModel([replyOf(calls), 'Done.'], { after: 'repeat' });
    const { diagnostics } = await run({ model, prompt: 'Go', tools: [tool], maxSteps: 2 }).result;
    expect(count).toBe(ran);
    const messages = model.calls[1]?.messages ?? [];
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(read);
    const notice = messages.find(({ content }) => content.includes('Not run, because of'));
    if (ran === calls) expect(notice).toBe(undefined);
    else expect(notice?.content).toContain(calls === 101 ? 'one reply: count.' : told);
    const found = diagnostics.map(({ code }) => code);
    expect(found.filter((code) => code === 'too_many_calls')).toEqual(codes);
  });

  it.each(['count', 'unknown'])('asks a person about 100 at most (%s)', async (name) => {
    let asked = 0;
    const counts = defineTool({ name: 'count', description: 'Counts', execute: () => 1 });
    const tool = requiresApproval(counts);
    const approve = () => {
      asked += 1;
      return false;
    };
    const model = scriptedModel([replyOf(500, name), 'Done.'], { after: 'repeat' });
    await run({ model, prompt: 'Go', tools: [tool], maxSteps: 2, approve }).result;
    expect(asked).toBe(name === 'count' ? 100 : 0);
  });
});
