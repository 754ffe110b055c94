import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

/** Characters of all messages that a model was sent over a document of this size. */
async function promptCharsFor(characters: number): Promise<number> {
  const model = scriptedModel(['```js\nFINAL(context.length)\n```']);
  const run = runRlm({
    model,
    sandbox: quickjs(),
    sandboxLimits: { memoryBytes: 1024 * 2 ** 20 },
    query: 'How long is it?',
    context: 'All work and no play. '.repeat(Math.ceil(characters / 22)).slice(0, characters),
  });
  const { answer } = await run.result;
  expect(answer).toBe(String(characters));
  return (model.calls[0]?.messages ?? []).reduce((sum, { content }) => sum + content.length, 0);
}

describe('the prompt', () => {
  it('is as long for 100 MB as for 10 kB, within 64 characters', async () => {
    const small = await promptCharsFor(10_000);
    const large = await promptCharsFor(100_000_000);
    expect(Math.abs(large - small)).toBeLessThanOrEqual(64);
  });
});
