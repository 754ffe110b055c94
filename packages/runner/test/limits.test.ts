import type { RunResult } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import type { REPLEntry } from '@rlm/repl-types';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const echo: ModelFunction = ({ messages }) => `SUB:${messages.at(-1)?.content ?? ''}`;

async function run(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions> = {},
): Promise<RlmResult> {
  const model = scriptedModel(replies);
  return runRlm({ model, subModel: echo, sandbox: watchedBackend(), query: 'q', ...options })
    .result;
}

const costly = (text: string): ScriptedReply => ({
  text,
  usage: { inputTokens: 900, outputTokens: 100 },
});

describe('limits', () => {
  it('asks for the best answer when maxSteps is reached, in one call more', async () => {
    const model = scriptedModel([cell('x = 41'), cell('x += 1'), 'FINAL_VAR(x)']);
    const result = await run([], { model, maxSteps: 2 });
    expect(result).toMatchObject({
      answer: '42',
      value: 42,
      finishReason: 'max_steps',
      source: 'wrap-up',
    });
    expect(model.calls).toHaveLength(3);
    expect(model.calls[2]?.messages.at(-1)?.content).toContain('your last reply');
    expect(result.steps.length).toBe(3);
  });

  it('takes the text of the last reply where it has no final', async () => {
    expect(await run([cell('x = 1'), 'About 40.'], { maxSteps: 1 })).toMatchObject({
      answer: 'About 40.',
      finishReason: 'max_steps',
    });
    expect(await run([cell('x = 1'), cell('y = 1')], { maxSteps: 1 })).toMatchObject({
      answer: null,
    });
    expect(await run([cell('x = 1')], { maxSteps: 1, wrapUp: false })).toMatchObject({
      answer: null,
      calls: { root: 1 },
    });
  });

  it('keeps nothing for a wrap-up that is not wanted', async () => {
    const code = cell('FINAL(await llm_query("x"))');
    const limits = { maxCalls: 2 };
    expect(await run([code, 'FINAL(none)'], { subModel: echo, limits })).toMatchObject({
      finishReason: 'max_calls',
      source: 'wrap-up',
    });
    expect(await run([code], { subModel: echo, limits, wrapUp: false })).toMatchObject({
      finishReason: 'final',
      calls: { root: 1, sub: 1 },
    });
  });

  it('tells of its limits with what is left of them, of those that bound', async () => {
    const model = scriptedModel([cell('await llm_query("x")'), 'FINAL(1)']);
    const limits = { maxSubQueries: 4, maxTokens: 90_000, timeoutMs: 60_000 };
    const told: unknown[] = [];
    const events = runRlm({ model, subModel: echo, sandbox: watchedBackend(), query: 'q', limits });
    for await (const event of events) if (event.type === 'budget') told.push(event);
    expect(told).toMatchObject([{ subQueriesLeft: 3 }]);
    expect(told).toHaveProperty('0.limits', limits);
  });

  it('goes straight to the wrap-up without steps', async () => {
    expect(await run(['FINAL(guess)'], { maxSteps: 0 })).toMatchObject({
      answer: 'guess',
      finishReason: 'max_steps',
    });
  });

  describe('with maxSubQueries', () => {
    const limits = { maxSubQueries: 2 };
    const caught =
      'seen = []; for (const p of ["a", "b", "c", "d"]) { try { seen.push(await llm_query(p)) } catch (error) { seen.push("over") } }';
    const isTold = ({ content }: { readonly content: string }): boolean =>
      /^Note: All 2 sub-queries .*\bFinish\b/m.test(content);

    it.each([
      ['one by one, and caught', caught, ['SUB:a', 'SUB:b', 'over', 'over']],
      [
        'one by one, until it fails',
        'seen = []; for (const p of "abcd") seen.push(await llm_query(p))',
        ['SUB:a', 'SUB:b'],
      ],
      [
        'in a batch',
        'seen = await llm_query_batched(["a", "b", "c", "d"])',
        ['SUB:a', 'SUB:b', null, null],
      ],
      [
        'at once',
        'seen = (await Promise.allSettled(["a", "b", "c"].map((p) => llm_query(p)))).map(({ value }) => value ?? null)',
        ['SUB:a', 'SUB:b', null],
      ],
    ])('goes on after the limit, told once, if code asked %s', async (_, code, value) => {
      const model = scriptedModel([cell(code), cell('seen.length'), 'FINAL_VAR(seen)']);
      const result = await run([], { model, limits });
      expect(result).toMatchObject({ finishReason: 'final', stop: null, value });
      expect(result.usage.total.subQueries).toBe(2);
      const told = model.calls.map(({ messages }) => messages.filter(isTold).length);
      expect(told).toEqual([0, 1, 1]);
    });

    it.each([
      ['is caught', 'try { await llm_query("e") } catch {}'],
      ['fails', 'await llm_query("a")'],
      ['is a batch', 'more = await llm_query_batched(["e", "f"])'],
      ['is a child run', 'more = await rlm_query("e", { context: "x" })'],
    ])('ends if a later step asks again, and that %s', async (_, again) => {
      const model = scriptedModel([
        cell(caught),
        cell('seen.length'),
        cell(again),
        'FINAL_VAR(seen)',
      ]);
      const result = await run([], { model, limits, maxDepth: 1 });
      expect(result).toMatchObject({
        finishReason: 'max_sub_queries',
        stop: { code: 'max_sub_queries' },
        source: 'wrap-up',
        value: ['SUB:a', 'SUB:b', 'over', 'over'],
      });
      expect(model.calls).toHaveLength(4);
    });

    it('fails in a batch that has no room at all, catchably', async () => {
      const code = 'try { await llm_query_batched(["a", "b"]) } catch { FINAL("none") }';
      expect(await run([cell(code)], { limits: { maxSubQueries: 0 } })).toMatchObject({
        answer: 'none',
        finishReason: 'final',
      });
    });

    it('ends at another limit at once', async () => {
      const result = await run([cell(caught), 'FINAL_VAR(seen)'], { limits: { maxCalls: 3 } });
      expect(result).toMatchObject({ finishReason: 'max_calls', source: 'wrap-up' });
    });

    it('finishes in a later step that asks again and has its answer', async () => {
      const code = 'try { await llm_query("e") } catch { FINAL("enough") }';
      const result = await run([cell(caught), cell(code)], { limits });
      expect(result).toMatchObject({ finishReason: 'final', answer: 'enough' });
    });
  });

  it('does not end a run that finishes in the cell that went over', async () => {
    const code = 'try { await llm_query("a") } catch (error) { FINAL("enough") }';
    expect(await run([cell(code)], { limits: { maxSubQueries: 0 } })).toMatchObject({
      answer: 'enough',
      finishReason: 'final',
    });
  });

  it.each([
    ['maxTokens', { maxTokens: 3_500 }, 'max_tokens'],
    ['maxCalls', { maxCalls: 3 }, 'max_calls'],
  ])('stops at %s, with the wrap-up inside it', async (_, limits, finishReason) => {
    const result = await run(
      [costly(cell('x = 1')), costly(cell('x = 2')), costly('FINAL_VAR(x)'), costly('never')],
      { limits },
    );
    expect(result.finishReason).toBe(finishReason);
    expect(result.usage.total.inputTokens + result.usage.total.outputTokens).toBeLessThanOrEqual(
      3_500,
    );
  });

  it('counts cost by the prices that the caller gives', async () => {
    const result = await run(
      [costly(cell('x = 1')), costly(cell('x = 2')), costly('FINAL_VAR(x)')],
      {
        limits: { maxCostUsd: 0.025 },
        prices: { inputPerMillion: 10, outputPerMillion: 10 },
      },
    );
    expect(result.finishReason).toBe('max_cost');
    expect(result.usage.total.costUsd).toBeLessThanOrEqual(0.025);
  });

  it('ends after maxConsecutiveErrors', async () => {
    const result = await run([cell('nope()'), cell('nope()'), 'FINAL(given up)'], {
      limits: { maxConsecutiveErrors: 2 },
    });
    expect(result).toMatchObject({ finishReason: 'max_errors', answer: 'given up' });
  });

  it('ends a run that takes too long, whatever it does', async () => {
    const result = await run([cell('for (;;);')], {
      limits: { timeoutMs: 50 },
    });
    expect(result).toMatchObject({ finishReason: 'timeout', answer: null });
  });

  it('has a result that begins as that of every loop', async () => {
    const result = await run([cell('x = 1'), 'FINAL(1)'], { runId: 'mine' });
    const head = ['runId', 'finishReason', 'stop', 'usage', 'steps', 'durationMs'];
    expect(Object.keys(result).slice(0, 6)).toEqual(head);
    expect(Object.keys(result.toJSON()).slice(0, 6)).toEqual(head);
    expectTypeOf(result).toExtend<RunResult<readonly REPLEntry[]>>();
    expect(result).toMatchObject({ runId: 'mine', finishReason: 'final', stop: null });
    expect(result.steps).toHaveLength(2);
  });

  it('ends a step that takes too long by stepTimeoutMs', async () => {
    const result = await run([{ hang: true }], { stepTimeoutMs: 20, wrapUp: false });
    expect(result).toMatchObject({ finishReason: 'timeout', stop: { code: 'step_timeout' } });
  });

  it('takes the random numbers of its seed, whatever its id', async () => {
    const code = [cell('FINAL(String(Math.random()))')];
    const drawn = async (runId: string, seed: string): Promise<string | null> =>
      (await run(code, { runId, seed })).answer;
    expect(await drawn('a', 'same')).toBe(await drawn('b', 'same'));
    expect(await drawn('a', 'same')).not.toBe(await drawn('a', 'other'));
  });

  it('rejects only where an exception is asked for', async () => {
    const limited = run([cell('x = 1'), 'FINAL(best)'], { maxSteps: 1, throwOnLimit: true });
    await expect(limited).rejects.toMatchObject({
      code: 'run_limit',
      details: { finishReason: 'max_steps' },
      result: { answer: 'best' },
    });
    expect(await run(['FINAL(1)'], { throwOnLimit: true })).toMatchObject({ answer: '1' });
  });

  it('ends with the policy’s answer where a policy stops the run', async () => {
    const result = await run([cell('x = 1'), 'FINAL(2)'], {
      policies: [{ name: 'max_steps', config: { maxSteps: 1 } }],
    });
    expect(result).toMatchObject({
      finishReason: 'policy',
      stop: { code: 'max_steps' },
      answer: '2',
    });
  });

  it('fails with a typed error when the model does', async () => {
    const result = await run([{ status: 401, message: 'bad key' }]);
    expect(result).toMatchObject({
      finishReason: 'error',
      answer: null,
      stop: { code: 'provider_error' },
    });
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({
      stop: { error: { code: 'provider_error' } },
    });
  });
});

describe('abort', () => {
  it('stops guest code and calls at once, and closes the session', async () => {
    const sandbox = watchedBackend();
    const signals: AbortSignal[] = [];
    const hanging: ModelFunction = ({ abortSignal }) => {
      signals.push(abortSignal);
      if (signals.length === 2) controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    const controller = new AbortController();
    const run = runRlm({
      model: () => cell('await llm_query_batched(["a", "b"])'),
      subModel: hanging,
      sandbox,
      query: 'q',
      abortSignal: controller.signal,
    });
    const result = await run.result;
    expect(result).toMatchObject({
      finishReason: 'aborted',
      answer: null,
      stop: { code: 'aborted' },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(sandbox.openSessions).toBe(0);
  });

  it('aborts a run whose reader leaves', async () => {
    const sandbox = watchedBackend();
    const run = runRlm({ model: () => cell('x = 1'), sandbox, query: 'q' });
    for await (const event of run) if (event.type === 'code-end') break;
    expect(await run.result).toMatchObject({ finishReason: 'aborted' });
    expect(sandbox.openSessions).toBe(0);
  });
});

describe('a time-out of runRlm', () => {
  it.each<[limits: RunRlmOptions['limits'], facts: RegExp]>([
    [{ callTimeoutMs: 5 }, /\bmodel call .* 5 ms\b.* limits\.callTimeoutMs /],
    [{ timeoutMs: 200 }, /^The run .* 200 ms .*\btimeoutMs\b/],
  ])('names the option: %j', async (limits, facts) => {
    const model = scriptedModel([{ hang: true }]);
    const sandbox = watchedBackend();
    const retry = { attempts: 1 };
    const { stop } = await runRlm({ model, sandbox, query: 'q', limits, retry, wrapUp: false })
      .result;
    expect(stop?.message).toMatch(facts);
  });
});
