import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { defineTool } from '@rlm/kernel';
import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const batch = cell(
  'const got = await llm_query_batched(["a", "b", "c", "d"]); FINAL(got.filter((text) => text !== null).length)',
);
const answer: ModelFunction = () => ({ text: 'yes', usage: { inputTokens: 3, outputTokens: 1 } });

/** The named questions fail with these statuses. */
const failing =
  (statuses: Readonly<Record<string, number>>): ModelFunction =>
  (request) => {
    const question = request.messages.at(-1)?.content;
    const status = typeof question === 'string' ? statuses[question] : undefined;
    if (status === undefined) return answer(request);
    throw Object.assign(new Error(`failed-${String(question)}`), { status });
  };

const run = (options: Partial<RunRlmOptions>, code = batch): Promise<RlmResult> =>
  runRlm({
    model: scriptedModel([code]),
    subModel: answer,
    sandbox: quickjs(),
    query: 'q',
    retry: { attempts: 1 },
    ...options,
  }).result;

const told = ({ diagnostics }: RlmResult): readonly string[] =>
  diagnostics.flatMap(({ code, message }) => (code === 'sub_queries_failed' ? [message] : []));

describe('a run that ends with an answer though sub-queries failed', () => {
  it('says how many of how many a limit refused, and which', async () => {
    const result = await run({ limits: { maxSubQueries: 2 } });
    expect(told(result)[0]).toContain('limits.maxOutputTokens.sub');
    expect(result).toMatchObject({ finishReason: 'final', stop: null, value: 2 });
    expect(result.calls).toMatchObject({ sub: 2, failed: 2 });
    const [message, ...others] = told(result);
    expect(others).toEqual([]);
    expect(message).toMatch(/\b2 of 4\b.*\bbudget_exceeded: 2\b.*\bmaxSubQueries\b/);
    expect(result.diagnostics.at(-1)).toMatchObject({ step: 1 });
  });

  it('counts the codes of the provider, the most frequent first', async () => {
    const subModel = failing({ a: 401, c: 429, d: 429 });
    const [message] = told(await run({ subModel }));
    expect(message).toMatch(
      /\b3 of 4\b.*\bprovider_recoverable_error 429: 2, provider_error 401: 1\b.*\bfailed-a\b/,
    );
  });

  it('counts a sub-query that failed alone, and was caught', async () => {
    const code = cell(
      'let text; try { text = await llm_query("a"); } catch { text = await llm_query("b"); } FINAL(text)',
    );
    const [message] = told(await run({ subModel: failing({ a: 401 }) }, code));
    expect(message).toMatch(/\b1 of 2\b.*\bprovider_error 401: 1\b/);
  });

  it('counts over all steps, and child runs as one each', async () => {
    const root = scriptedModel([
      cell('const first = await llm_query_batched(["a", "b"]); print(first)'),
      cell('const all = await rlm_query_batched(["child c", "child d"]); FINAL(all)'),
    ]);
    const model: ModelFunction = (request) => {
      const text = JSON.stringify(request.messages);
      if (text.includes('child c')) return 'FINAL(1)';
      if (text.includes('child d')) throw Object.assign(new Error('no key'), { status: 401 });
      return root(request);
    };
    const [message] = told(await run({ model, subModel: failing({ a: 401 }), maxDepth: 1 }));
    expect(message).toMatch(/\b2 of 4\b/);
  });

  it('names at most twenty codes, since a provider may invent any number', async () => {
    let asked = 0;
    const subModel: ModelFunction = () => {
      asked += 1;
      throw new RlmError('no', { code: `fault_${String(asked)}` });
    };
    const code = cell(
      'const got = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => llm_query("q" + i))); FINAL(got.length)',
    );
    const [message = ''] = told(await run({ subModel }, code));
    expect(message).toMatch(/\b40 of 40\b.*: 20, fault_1: 1, fault_2: 1,.*\bfault_20: 1\)/);
    expect(message.length).toBeLessThan(2_000);
  });

  it.each<[thrown: object, kind: string, advice: string]>([
    [{ status: 401 }, 'provider_error 401', 'key'],
    [{ status: 403 }, 'provider_error 403', 'key'],
    [{ status: 402 }, 'provider_error 402', 'credit'],
    [{ status: 400 }, 'provider_error 400', 'settings, request'],
    [{ status: 404 }, 'provider_error 404', 'settings, request'],
    [{ status: 413 }, 'provider_error 413', 'shorter prompts'],
    [{ status: 418 }, 'provider_error 418', 'settings'],
    [{ status: 429 }, 'provider_recoverable_error 429', 'limits.maxConcurrentQueries'],
    [{ status: 503 }, 'provider_recoverable_error 503', 'retry.attempts'],
    [{ code: 'ECONNREFUSED' }, 'provider_recoverable_error', 'retry.attempts'],
    [new RlmError('no', { code: 'effect_timeout' }), 'effect_timeout', 'limits.callTimeoutMs'],
    [new RlmError('no', { code: 'odd', details: { statusCode: 401 } }), 'odd 401', ''],
    [new TypeError('no'), 'error', ''],
    [
      Object.defineProperty(new Error('no'), 'details', {
        get: () => {
          throw new Error('the details broke');
        },
      }),
      'error',
      '',
    ],
  ])('advises after %j what helps, and nothing else', async (thrown, kind, advice) => {
    const subModel: ModelFunction = (request) => {
      if (request.messages.at(-1)?.content !== 'b') return answer(request);
      throw thrown instanceof Error ? thrown : Object.assign(new Error('no'), thrown);
    };
    const [message = ''] = told(await run({ subModel }));
    expect(message).toContain(`(${kind}: 1)`);
    const words = [
      'key',
      'credit',
      'settings',
      'request',
      'shorter prompts',
      'limits.maxConcurrentQueries',
      'retry.attempts',
      'limits.maxOutputTokens',
      'limits.callTimeoutMs',
    ];
    expect(words.filter((word) => message.includes(word)).join(', ')).toBe(advice);
  });

  it('advises once for statuses that one thing helps, and for all that need different ones', async () => {
    const subModel = failing({ a: 400, b: 404, c: 401 });
    const [message = ''] = told(await run({ subModel }));
    expect(message.match(/settings/g)).toHaveLength(1);
    expect(message.match(/the key/g)).toHaveLength(1);
  });

  it('says nothing if all were answered, if a tool failed, or if another ending tells it', async () => {
    expect(told(await run({}))).toEqual([]);
    const fail = defineTool({
      name: 'fail',
      description: 'Fails',
      execute: () => {
        throw new Error('broken');
      },
    });
    const tools = cell('try { await fail({}) } catch { print("so") } FINAL(1)');
    expect(told(await run({ tools: [fail] }, tools))).toEqual([]);
    const model = scriptedModel([batch.replace('FINAL', 'print')], { after: 'repeat' });
    const ended = await run({ model, limits: { maxSubQueries: 2 }, wrapUp: false });
    expect(ended).toMatchObject({ finishReason: 'max_sub_queries' });
    expect(told(ended)).toEqual([]);
  });

  it('says the same when the run is resumed from its journal', async () => {
    const store = memoryStore();
    const limits = { maxSubQueries: 2 };
    const first = await run({ limits, journal: await store.create({ runId: 'a' }) });
    const again = await run({ limits, journal: await store.open('a') });
    expect(told(again)).toEqual(told(first));
    expect(told(again)).toHaveLength(1);
  });
});
