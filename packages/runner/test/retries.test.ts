import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { quickjs } from '@rlm/sandbox/quickjs';

import { createRlm, runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';

interface Overloaded {
  readonly options: RunRlmOptions;
  readonly calls: Record<'root' | 'sub', number>;
  readonly slept: number[];
}

/** A model whose every call is refused twice before it answers, and a clock that notes how long it was to sleep. */
function overloaded(): Overloaded {
  const calls = { root: 0, sub: 0 };
  const slept: number[] = [];
  const answer = (name: 'root' | 'sub', text: string): string => {
    calls[name] += 1;
    if (calls[name] % 3 === 0) return text;
    throw Object.assign(new Error('slow down'), { status: 429, headers: { 'retry-after': '9' } });
  };
  const clock = {
    now: () => 0,
    sleep: (ms: number): Promise<void> => {
      // Other sleepers are bounds of the run: 5 s, 60 s.
      if (ms < 6_000 || ms > 30_000) return new Promise(() => undefined);
      slept.push(ms);
      return Promise.resolve();
    },
  };
  const options: RunRlmOptions = {
    query: 'Go',
    sandbox: quickjs(),
    model: () => answer('root', '```repl\nFINAL(await llm_query("q"))\n```'),
    subModel: () => answer('sub', 'sub'),
    clock,
  };
  return { options, calls, slept };
}

const patient = { attempts: 3, minDelayMs: 0 };

/** Asks a question of an RLM that is closed after it. */
function askOnce({ query, ...options }: RunRlmOptions): Promise<RlmResult> {
  const rlm = createRlm(options);
  return rlm.run(query).result.finally(() => rlm.close());
}

describe.each<[string, (options: RunRlmOptions) => Promise<RlmResult>]>([
  ['runRlm', (options) => runRlm(options).result],
  ['createRlm', askOnce],
])('retry of %s', (_, ask) => {
  it('holds for the turns and for sub-queries, and waits as long as the provider says', async () => {
    const { options, calls, slept } = overloaded();
    const result = await ask({ ...options, retry: patient });
    expect(result.answer).toBe('sub');
    expect(calls).toEqual({ root: 3, sub: 3 });
    expect(slept).toEqual([9_000, 9_000, 9_000, 9_000]);
  });

  it('tries nothing again with one attempt', async () => {
    const { options, calls } = overloaded();
    const once = { attempts: 1 };
    const result = await ask({ ...options, retry: once, maxSteps: 1, wrapUp: false });
    expect(result.finishReason).toBe('error');
    expect(calls).toEqual({ root: 1, sub: 0 });
  });

  it('is checked', () => {
    const { options } = overloaded();
    expect(() => ask({ ...options, retry: { attempts: -1 } })).toThrow(
      invalidOption('retry.attempts', 'a whole number from 1'),
    );
  });
});
