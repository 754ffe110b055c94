import type { ModelFunction } from '@rlm/kernel/model';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';

const limits = { maxReplyChars: 500 };

/** A stream that never ends by itself. */
const endless: ModelFunction = async function* () {
  for (;;) {
    await Promise.resolve();
    yield 'and on ';
  }
};

/** A model that first does not end, then gives `replies`. */
function endlessFirst(start: string, ...replies: readonly string[]) {
  const prompts: string[] = [];
  const model: ModelFunction = (request) => {
    prompts.push(request.messages.at(-1)?.content ?? '');
    const reply = replies[prompts.length - 2];
    if (reply !== undefined) return reply;
    return (async function* () {
      yield start;
      yield* endless(request) as AsyncIterable<string>;
    })();
  };
  return { model, prompts };
}

async function eventsOf(run: AsyncIterable<RlmEvent>): Promise<readonly RlmEvent[]> {
  const events: RlmEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe('a reply that is longer than limits.maxReplyChars', () => {
  it('of the root model is stopped there: its whole blocks run, the model is told, and events and diagnostics say so', async () => {
    const { model, prompts } = endlessFirst(cell('print(1)'), 'FINAL(done)');
    const sandbox = scripted(['1\n'], { repeatLast: true });
    const run = runRlm({ model, sandbox, query: 'q', context: 'a', limits, fenceStop: false });
    const events = await eventsOf(run);
    const result = await run.result;
    expect(result).toMatchObject({ answer: 'done', finishReason: 'final' });
    expect(prompts[1]).toContain('its length limit');
    const ends = events.filter(({ type }) => type === 'model-end');
    expect(ends).toMatchObject([{ isTooLong: true }, { text: 'FINAL(done)' }]);
    expect(ends[0]).toHaveProperty('text.length', 500);
    expect(ends[1]).not.toHaveProperty('isTooLong');
    const deltas = events.filter((event) => event.type === 'text-delta');
    const heard = deltas.filter(({ step }) => step === 1).map(({ text }) => text);
    expect(heard.join('')).toHaveLength(500);
    expect(events.find(({ type }) => type === 'notice')).toMatchObject({ code: 'reply_cut_off' });
    expect(result.diagnostics).toMatchObject([{ code: 'reply_too_long', step: 1 }]);
    expect(result.steps[0]?.code).toBe('print(1)');
  });

  it('of a sub-model is cut for the code that asked, which is told', async () => {
    const given: unknown[] = [];
    const sandbox = scripted([
      async (_, guest) => {
        given.push(await guest.call('llm_query', 'say'));
        given.push(...((await guest.call('llm_query_batched', ['a', 'b'])) as string[]));
        return { stdout: 'ok' };
      },
    ]);
    const prompts: string[] = [];
    const model: ModelFunction = ({ messages }) => {
      prompts.push(messages.at(-1)?.content ?? '');
      return prompts.length === 1 ? cell('x') : 'FINAL(done)';
    };
    const { diagnostics, calls } = await runRlm({
      model,
      subModel: endless,
      sandbox,
      query: 'q',
      context: 'a',
      limits,
    }).result;
    expect(given.map((text) => (text as string).length)).toEqual([500, 500, 500]);
    expect(prompts[1]).toMatch(/\b3 answers .*\blength limit\b/);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(3).fill('reply_too_long'));
    expect(calls).toMatchObject({ sub: 3, failed: 0 });
  });

  it('of the last reply of a run ends it too', async () => {
    const { finishReason, diagnostics } = await runRlm({
      model: endless,
      sandbox: scripted([]),
      query: 'q',
      context: 'a',
      maxSteps: 1,
      limits,
    }).result;
    expect(finishReason).toBe('max_steps');
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'reply_too_long',
      'reply_too_long',
      'reply_cut_off',
    ]);
  });
});
