import type { ModelFunction, ModelLike } from '@rlm/kernel/model';
import { quickjs } from '@rlm/sandbox/quickjs';
import { MockLanguageModelV3 } from 'ai/test';
import { createStorage } from 'unstorage';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { createRlm, runRlm, type RlmResult, type RunRlmOptions } from '../../src/index.js';
import { modelIdentity } from '../../src/query/cache.js';
import { cell } from '../support/cell.js';

const ask = 'FINAL(await llm_query("x"))';

function run(code: string, options: Partial<RunRlmOptions>): Promise<RlmResult> {
  return runRlm({ model: () => cell(code), sandbox: quickjs(), query: 'q', ...options }).result;
}

/** An AI SDK model that gives its own name. */
function sdkModel(provider: string, modelId: string): ModelLike {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const reply = {
    content: [{ type: 'text' as const, text: `${provider}/${modelId}` }],
    finishReason: { unified: 'stop' as const, raw: undefined },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV3({ provider, modelId, doGenerate: () => Promise.resolve(reply) });
}

describe('cache', () => {
  it('never serves one model what another answered', async () => {
    const cache = createStorage<string>();
    const models = [sdkModel('one', 'a'), sdkModel('one', 'b'), sdkModel('two', 'a')];
    const answers: unknown[] = [];
    for (const subModel of models) answers.push((await run(ask, { cache, subModel })).answer);
    expect(answers).toEqual(['one/a', 'one/b', 'two/a']);
  });

  it('serves a model of the same provider and id, whichever object it is', async () => {
    const cache = createStorage<string>();
    await run(ask, { cache, subModel: sdkModel('one', 'a') });
    const again = await run(ask, { cache, subModel: sdkModel('one', 'a') });
    expect(again.calls).toMatchObject({ sub: 0, cached: 1 });
  });

  it('takes a function for itself, under each name that code calls it by', async () => {
    const cache = createStorage<string>();
    const one: ModelFunction = () => 'one';
    const two: ModelFunction = () => 'two';
    const models = { two };
    expect((await run(ask, { cache, subModel: one })).calls.cached).toBe(0);
    expect((await run(ask, { cache, subModel: two })).answer).toBe('two');
    expect((await run(ask, { cache, subModel: one })).calls.cached).toBe(1);
    const named = 'FINAL(await llm_query("x", { model: "two" }))';
    expect((await run(named, { cache, subModel: one, models })).calls.cached).toBe(0);
    expect((await run(named, { cache, subModel: one, models })).calls.cached).toBe(1);
    const other = named.replace('"two"', '"other"');
    const both = { two, other: two };
    expect((await run(other, { cache, subModel: one, models: both })).calls.cached).toBe(0);
  });

  it('holds for lasting sessions and for children', async () => {
    const cache = createStorage<string>();
    const rlm = (subModel: ModelFunction) =>
      createRlm({ model: () => cell(ask), subModel, sandbox: quickjs(), cache });
    const first = rlm(() => 'first');
    const second = rlm(() => 'second');
    await first.run('q').result;
    expect((await second.run('q').result).answer).toBe('second');
    await Promise.all([first.close(), second.close()]);

    const parent: ModelFunction = () => cell('FINAL(await llm_query("x") + await rlm_query("x"))');
    const { answer } = await run('', {
      cache,
      model: [parent, () => cell(ask)],
      subModel: [() => 'root,', () => 'child'],
    });
    expect(answer).toBe('root,child');
  });

  it('gives a text back as the text it was, though it looks like data', async () => {
    const cache = createStorage<string>();
    const subModel: ModelFunction = () => '042';
    for (const cached of [0, 1]) {
      const { value, calls } = await run('FINAL([await llm_query("x")])', { cache, subModel });
      expect([value, calls.cached]).toEqual([['042'], cached]);
    }
  });

  it('checks what it kept by the schema of today', async () => {
    const cache = createStorage<string>();
    let answer = '{"count": 5}';
    const subModel: ModelFunction = () => answer;
    const code = 'FINAL(await llm_query("x", { schema: "count" }))';
    const shape = z.object({ count: z.number() });
    const wide = { count: shape };
    const narrow = { count: shape.refine(({ count }) => count > 5) };
    await run(code, { cache, subModel, schemas: wide });
    answer = '{"count": 6}';
    const kept = await run(code, { cache, subModel, schemas: wide });
    expect([kept.value, kept.calls.cached]).toEqual([{ count: 5 }, 1]);
    const anew = await run(code, { cache, subModel, schemas: narrow });
    expect([anew.value, anew.calls.cached]).toEqual([{ count: 6 }, 0]);
  });

  it('keeps no answer that was cut short', async () => {
    const cache = createStorage<string>();
    const subModel: ModelFunction = () => ({ text: 'half of', finishReason: 'length' });
    await run(ask, { cache, subModel });
    expect((await run(ask, { cache, subModel })).calls).toMatchObject({ sub: 1, cached: 0 });
  });
});

describe('modelIdentity', () => {
  it('names a function at random in each process', async () => {
    const model: ModelFunction = () => '';
    const [kind, name] = modelIdentity(model);
    expect([kind, name]).toEqual(modelIdentity(model));
    vi.resetModules();
    const elsewhere = await import('../../src/query/cache.js');
    expect(elsewhere.modelIdentity(model)[1]).not.toBe(name);
  });
});
