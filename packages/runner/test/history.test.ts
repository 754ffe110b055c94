import { scriptedModel } from '@rlm/penguin-engine/testing';
import { describe, expect, it } from 'vitest';

import { runRlm, type CompactionOptions, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

async function run(compaction: CompactionOptions | false) {
  const turns = Array.from({ length: 10 }, (_, index) =>
    cell(`print("finding ${String(index)} ${'x'.repeat(400)}")`),
  );
  const model = scriptedModel(
    [
      ({ purpose }) =>
        purpose === 'summary'
          ? 'told in short'
          : (turns.shift() ?? cell('FINAL(history.length + ":" + history[0].turn)')),
    ],
    { after: 'repeat' },
  );
  const events: RlmEvent[] = [];
  const ran = runRlm({
    model,
    sandbox: fakeBackend(),
    query: 'the question',
    compaction,
    maxSteps: 12,
  });
  for await (const event of ran) events.push(event);
  const requests = model.calls.filter(({ purpose }) => purpose === 'root');
  const sizes = requests.map(({ messages }) =>
    messages.reduce((sum, { content }) => sum + content.length, 0),
  );
  return { result: await ran.result, events, sizes, last: requests.at(-1)?.messages ?? [], model };
}

describe('compaction', () => {
  it('keeps the transcript short, the question and the latest turns whole, the rest in `history`', async () => {
    const { result, events, sizes, last } = await run({ maxChars: 5_000, keepTurns: 2 });
    const [, opening = 0] = [0, sizes[0]];
    expect(Math.max(...sizes)).toBeLessThan(opening + 5_000);
    expect(last[1]?.content).toContain('the question');
    expect(last.map(({ content }) => content).join('\n')).toContain('are summed up here');
    expect(last.at(-1)?.content).toContain('finding 9');
    expect(result.answer).toMatch(/^\d+:1$/);
    expect(result.steps.length).toBe(11);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'history_compacted' }),
    );
  });

  it('asks the model for the summary where it is told to, as a call of its own purpose', async () => {
    const { last, model } = await run({ maxChars: 5_000, keepTurns: 2, policy: 'llm' });
    expect(last.map(({ content }) => content).join('\n')).toContain('told in short');
    expect(model.calls.some(({ purpose }) => purpose === 'summary')).toBe(true);
  });

  it.each(['hierarchical', 'sliding_window'] as const)('knows the policy %s', async (policy) => {
    const { sizes } = await run({ maxChars: 5_000, keepTurns: 2, policy });
    expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) + 5_000);
  });

  it('leaves the transcript whole when it is off', async () => {
    const { sizes } = await run(false);
    expect(sizes.at(-1)).toBeGreaterThan((sizes[0] ?? 0) + 4_000);
  });
});
