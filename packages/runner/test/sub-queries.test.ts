import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { createStorage } from 'unstorage';
import * as valibot from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { cell } from './support/cell.js';
import { sharedPython } from './support/shared-python.js';
import { echo, run } from './support/run-queries.js';

describe('llm_query', () => {
  it('asks the sub-model', async () => {
    const { result } = await run([cell('FINAL(await llm_query("Say hi"))')]);
    expect(result).toMatchObject({ answer: 'SUB:Say hi', calls: { root: 1, sub: 1 } });
    expect(result.usage.own).toMatchObject({ calls: 2, subQueries: 1 });
  });

  it('tells what each sub-query used, where its sub-model was asked', async () => {
    const usage = { inputTokens: 5, outputTokens: 2 };
    const { events } = await run(
      [cell('await llm_query("x"); await llm_query("x"); await llm_query("x", { fresh: true })')],
      { maxSteps: 1, cache: createStorage(), subModel: () => ({ text: 'yes', usage }) },
    );
    const ends = events.filter((event) => event.type === 'query-end');
    expect(ends.map((event) => [event.origin, event.usage])).toEqual([
      ['asked', usage],
      ['cache', undefined],
      ['asked', usage],
    ]);
  });

  it('is recorded with its step', async () => {
    const { result } = await run([cell('FINAL(await llm_query("Say hi"))')]);
    expect(result.steps[0]?.llmCalls).toMatchObject([
      { name: 'llm_query', prompt: 'Say hi', response: 'SUB:Say hi' },
    ]);
  });

  it('is told of under a number of its own, with how it began and ended', async () => {
    const subModel: ModelFunction = (request) => {
      if (request.messages.at(-1)?.content === 'no') throw new Error('refused');
      return echo(request);
    };
    const { result, events } = await run(
      [cell('await llm_query("a"); try { await llm_query("no") } catch {} FINAL(1)')],
      { subModel, retry: { attempts: 1 } },
    );
    const told = events.filter((event) => 'queryId' in event);
    const id = (count: number): string => `${result.runId}/q${String(count)}`;
    expect(told).toMatchObject([
      { type: 'query-start', queryId: id(1), prompt: 'a' },
      { type: 'query-end', queryId: id(1), origin: 'asked', response: 'SUB:a' },
      { type: 'query-start', queryId: id(2), prompt: 'no' },
      { type: 'query-end', queryId: id(2), origin: 'asked', error: { message: 'refused' } },
    ]);
  });

  it('chooses a model by name, and names those there are', async () => {
    const { result, told } = await run(
      [cell('print(await llm_query("x", { model: "big" }))'), 'FINAL(1)'],
      { models: { small: () => 'small says', large: () => 'large says' } },
    );
    expect(told).toMatch(/"big".*\bsmall, large\b/);
    expect(result.answer).toBe('1');
    const chosen = await run([cell('FINAL(await llm_query({ prompt: "x", model: "large" }))')], {
      models: { large: () => 'large says' },
    });
    expect(chosen.result.answer).toBe('large says');
  });

  it('fails as an exception that code can catch, never as an answer', async () => {
    const failing: ModelFunction = () => Promise.reject(new Error('provider down'));
    const caught = await run(
      [cell('try { await llm_query("x") } catch (error) { FINAL("caught " + error.message) }')],
      { subModel: failing },
    );
    expect(caught.result.answer).toContain('caught');
    expect(caught.result.answer).toContain('provider down');
    expect(caught.result.calls).toMatchObject({ sub: 0, failed: 1 });
    const thrown = await run([cell('FINAL(await llm_query("x"))'), 'FINAL(none)'], {
      subModel: failing,
    });
    expect(thrown.result.answer).toBe('none');
    expect(thrown.told).toContain('provider down');
  });

  it.each([
    ['llm_query(7)', /\bprompt .* string, got 7\b/],
    ['llm_query("x", { temperature: 1 })', /\btemperature\b.*: model, schema\b/],
    ['llm_query("x", 7)', /\boptions must be\b/],
    ['llm_query("x", { modl: "a" })', /\boption modl\b.*\bmodel\?/],
    ['llm_query("x", { context: "a" })', /\boption context\b.*\bprompt\b/],
    ['llm_query("x", { fresh: 1 })', /\bfresh to be .*, got 1\b/],
    ['llm_query("x", {}, "large")', / prompt .*\bby name, got 3 arguments\b/],
    ['llm_query_batched(["a"], { shema: "s" })', /\boption shema\b.*\bschema\?/],
    ['llm_query_batched([{ prompt: "a", models: "b" }])', /\boption models\b.*\bmodel\?/],
    ['rlm_query("x", { contxt: "a" })', /\boption contxt\b.*\bcontext\?/],
    ['rlm_query_batched(["x"], { depth: 2 })', /\bdepth\b.*: model, schema, /],
    ['rlm_query("x", { model: "x" })', /"x".*\bonly the default\b/],
    ['llm_query_batched("abc")', /\bprompts must\b.*\blist\b/],
    ['llm_query_batched(["a", 1])', /\bprompts must\b.*\blist\b/],
  ])('refuses the call %s', async (call, message) => {
    const { told, result } = await run([cell(`await ${call}`), 'FINAL(1)']);
    const name = call.slice(0, call.indexOf('('));
    expect(told).toContain('HostCallError: ');
    expect(told).toMatch(message);
    expect(told).toContain(name);
    expect(result.calls.sub).toBe(0);
  });
});

describe('sub-queries in Python', () => {
  it('refuse unknown options with the nearest name, and take None for absent', async () => {
    const calls = [
      'llm_query("x", shema="s")',
      'llm_query(prompt="x", temperature=1)',
      'llm_query_batched(["a"], modl="b")',
      'rlm_query("x", contxt="b")',
      'rlm_query("x", model="big")',
    ];
    const code = [
      'said = []',
      ...calls.flatMap((call) => [
        'try:',
        `    ${call}`,
        'except Exception as e:',
        '    said.append(str(e))',
      ]),
      'FINAL(said + [llm_query("x", schema=None, model=None)])',
    ].join('\n');
    const { result } = await run([cell(code)], {
      sandbox: sharedPython(),
      models: { large: () => 'large' },
    });
    expect(result.value).toEqual([
      expect.stringMatching(/^llm_query: .*\bshema\b.*\bschema\?$/),
      expect.stringMatching(/^llm_query: .*\btemperature\b.*: model, schema, fresh\.$/),
      expect.stringMatching(/^llm_query_batched: .*\bmodl\b.*\bmodel\?$/),
      expect.stringMatching(/^rlm_query: .*\bcontxt\b.*\bcontext\?$/),
      expect.stringMatching(/^rlm_query: .*"big".*\blarge$/),
      'SUB:x',
    ]);
  });
});

describe('llm_query_batched', () => {
  it('keeps the order, and no more at a time than the bound', async () => {
    let running = 0;
    let most = 0;
    const slow: ModelFunction = async ({ messages }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return `SUB:${messages.at(-1)?.content ?? ''}`;
    };
    const code =
      'FINAL((await llm_query_batched(Array.from({ length: 20 }, (_, i) => "p" + i))).join())';
    const { result } = await run([cell(code)], {
      subModel: slow,
      limits: { maxConcurrentQueries: 3 },
    });
    expect(result.answer).toBe(Array.from({ length: 20 }, (_, i) => `SUB:p${String(i)}`).join());
    expect(most).toBe(3);
  });

  it('lets one failure spoil no other, and tells of it', async () => {
    const partly: ModelFunction = (request) => {
      if (request.messages.at(-1)?.content === 'b') throw new Error('refused b');
      return echo(request);
    };
    const { result, told } = await run(
      [cell('rs = await llm_query_batched(["a", "b", "c"]); print(rs)'), cell('FINAL(rs)')],
      { subModel: partly },
    );
    expect(result.value).toEqual(['SUB:a', null, 'SUB:c']);
    expect(told).toMatch(/\b1 of 3 .*\bllm_query_batched failed\b/);
    expect(told).toContain('[1]');
  });

  it('is told of beside answers that were cut off', async () => {
    const subModel: ModelFunction = (request) => {
      const prompt = request.messages.at(-1)?.content;
      if (prompt === 'b') throw new Error('refused b');
      return { text: 'half of', finishReason: prompt === 'long' ? 'length' : 'stop' };
    };
    const asking =
      'await llm_query_batched(["a", "b"]); await llm_query("long"); await llm_query({ prompt: "long", fresh: true })';
    const { events } = await run([cell(asking), 'FINAL(1)'], { subModel });
    const notices = events.filter((event) => event.type === 'notice');
    expect(notices.map(({ code }) => code)).toEqual(['sub_queries_failed', 'sub_queries_cut_off']);
    expect(notices[1]?.message).toMatch(/^2 answers .*\blength limit\b/);
  });

  it('fails when all its prompts do', async () => {
    const { told } = await run([cell('await llm_query_batched(["a", "b"])'), 'FINAL(1)'], {
      subModel: () => Promise.reject(new Error('down')),
    });
    expect(told).toContain('down');
  });

  it('asks identical prompts in flight once, and anew only when told to', async () => {
    const subModel = scriptedModel([(request) => echo({ ...request, purpose: 'sub' }) as string], {
      after: 'repeat',
    });
    const { result } = await run([cell('FINAL(await llm_query_batched(["a", "a", "b", "a"]))')], {
      subModel,
    });
    expect(result.value).toEqual(['SUB:a', 'SUB:a', 'SUB:b', 'SUB:a']);
    expect(result.calls).toMatchObject({ sub: 2, shared: 2 });
    expect(subModel.calls).toHaveLength(2);
    const fresh = await run([cell('FINAL(await llm_query_batched(["a", "a"], { fresh: true }))')]);
    expect(fresh.result.calls).toMatchObject({ sub: 2, shared: 0 });
  });

  it('goes on without a cache that throws, and says so', async () => {
    const down = (): never => {
      throw new Error('store down');
    };
    const late = () => Promise.reject(new Error('store gone'));
    for (const cache of [
      { getItem: down, setItem: down },
      { getItem: late, setItem: late },
      { getItem: () => Promise.resolve(null), setItem: late },
    ]) {
      const { result } = await run([cell('FINAL(await llm_query("x"))')], { cache });
      expect(result).toMatchObject({ answer: 'SUB:x', calls: { sub: 1, cached: 0, failed: 0 } });
      expect(result.diagnostics[0]).toMatchObject({
        code: 'cache_failed',
        message: expect.stringContaining('store') as string,
      });
    }
  });

  it('serves repeats from a cache, counted apart', async () => {
    const cache = createStorage<string>();
    const replies = [cell('FINAL(await llm_query("a"))')];
    const first = await run(replies, { cache });
    const second = await run(replies, { cache });
    expect(second.result.answer).toBe(first.result.answer);
    expect(first.result.calls).toMatchObject({ sub: 1, cached: 0 });
    expect(second.result.calls).toMatchObject({ sub: 0, cached: 1 });
    expect(second.result.usage.own.subQueries).toBe(0);
  });
});

describe('typed sub-queries', () => {
  it('checks a JSON Schema of the code, and asks again with the issues', async () => {
    const subModel = scriptedModel(['about five', '{"count": 5}']);
    const code =
      'r = await llm_query("x", { schema: { type: "object", required: ["count"] } }); FINAL(r.count + 1)';
    const { result } = await run([cell(code)], { subModel });
    expect(result.value).toBe(6);
    expect(subModel.calls[1]?.messages.at(-1)?.content).toContain('it is not JSON');
  });

  it('checks a schema of the run by its name', async () => {
    const schemas = { count: z.object({ count: z.number() }), word: valibot.string() };
    const { result, told } = await run(
      [
        cell('await llm_query("x", { schema: "cuont" })'),
        cell('FINAL(await llm_query("x", { schema: "count" }))'),
      ],
      { schemas, subModel: () => '{"count": 2}' },
    );
    expect(told).toMatch(/"cuont".*\bcount, word\b/);
    expect(result.value).toEqual({ count: 2 });
  });
});
