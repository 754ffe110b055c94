import type { ModelFunction } from '@rlm/kernel/model';
import { defineTool } from '@rlm/kernel';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

/** Never settles by itself: it hangs until its call is given up. */
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** A stream that stalls after its first piece. */
async function* stall(signal: AbortSignal): AsyncGenerator<string> {
  yield '```repl\nFINAL("half';
  await hang(signal);
}

async function run(model: ModelFunction, options: Partial<RunRlmOptions> = {}) {
  const events: RlmEvent[] = [];
  const ran = runRlm({
    model,
    sandbox: watchedBackend(),
    query: 'the question',
    limits: { callTimeoutMs: 30 },
    retry: { minDelayMs: 0, maxDelayMs: 0 },
    ...options,
  });
  for await (const event of ran) events.push(event);
  return { result: await ran.result, retries: events.filter(({ type }) => type === 'retry') };
}

describe('a call that stalls', () => {
  it.each([
    ['without a word', hang],
    ['in its stream', stall],
  ])('is tried again, as one that broke: %s', async (_, fail) => {
    let calls = 0;
    const { result, retries } = await run(({ abortSignal }) => {
      calls += 1;
      return calls < 3 ? fail(abortSignal) : 'FINAL(done)';
    });
    expect(result).toMatchObject({ answer: 'done', finishReason: 'final' });
    expect(retries).toHaveLength(2);
  });

  it('is tried again in a sub-query', async () => {
    let calls = 0;
    const { result } = await run(({ purpose, abortSignal }) => {
      if (purpose === 'root') return cell('FINAL(await llm_query("who?"))');
      calls += 1;
      return calls < 2 ? hang(abortSignal) : 'Ann';
    });
    expect(result.answer).toBe('Ann');
  });

  it('leaves room for the wrap-up, if something was found', async () => {
    let calls = 0;
    const { result } = await run(({ messages, abortSignal }) => {
      calls += 1;
      if (calls === 1) return cell('print("found 42")');
      const isLast = messages.at(-1)?.content.startsWith('The run ends here') === true;
      return isLast ? 'FINAL(42)' : hang(abortSignal);
    });
    expect(calls).toBe(5);
    expect(result).toMatchObject({ answer: '42', source: 'wrap-up', finishReason: 'error' });
    expect(result.stop).toMatchObject({
      code: 'effect_timeout',
      message: expect.stringContaining('limits.callTimeoutMs') as string,
      error: { details: { attempts: 3 } },
    });
  });

  it('has no wrap-up if nothing was found, or none is wanted', async () => {
    let calls = 0;
    const model: ModelFunction = ({ abortSignal }) => {
      calls += 1;
      return calls === 4 ? cell('print(1)') : hang(abortSignal);
    };
    const first = await run(model);
    expect(calls).toBe(3);
    expect(first.result).toMatchObject({ answer: null, finishReason: 'error' });
    const second = await run(model, { wrapUp: false });
    expect(calls).toBe(7);
    expect(second.result).toMatchObject({ answer: null, finishReason: 'error' });
  });

  it('is not made again if it is one of a tool, which may have done its work', async () => {
    let calls = 0;
    const pay = defineTool({
      name: 'pay',
      description: 'Pays',
      execute: (_, { abortSignal }) => {
        calls += 1;
        return hang(abortSignal);
      },
    });
    await run(() => cell('try { await pay("x") } catch {}\nFINAL("done")'), { tools: [pay] });
    expect(calls).toBe(1);
  });
});
