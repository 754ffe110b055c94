import type { ModelRequest } from '@rlm/kernel/model';

import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { makeModelTask, modelTaskNames } from '../bench/model-tasks/tasks.mjs';
import { createRlm, runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** The texts of a prompt's messages, each with whether it is marked. */
interface Prompt {
  readonly texts: readonly string[];
  readonly marked: readonly boolean[];
}

/** A provider that keeps prompts up to their marks, and reads what it kept: where a prompt is marked, and as far as it is the same. */
function cachingProvider(reply: (turn: number, prompt: Prompt) => string) {
  const prompts: Prompt[] = [];
  const read: number[] = [];
  const kept = new Set<string>();
  const model = new MockLanguageModelV3({
    doGenerate: ({ prompt }) => {
      const texts = prompt.map(({ role, content }) => JSON.stringify([role, content]));
      const marked = prompt.map(({ providerOptions }) => providerOptions !== undefined);
      const ends = texts
        .map((_, at) => texts.slice(0, at + 1).join(''))
        .filter((_, at) => marked[at]);
      const cacheRead = Math.max(
        0,
        ...ends.filter((end) => kept.has(end)).map(({ length }) => length),
      );
      for (const end of ends) kept.add(end);
      read.push(cacheRead);
      const turn = prompts.push({ texts, marked }) - 1;
      const total = texts.join('').length;
      return Promise.resolve({
        content: [{ type: 'text', text: reply(turn, { texts, marked }) }],
        warnings: [],
        usage: {
          inputTokens: { total, noCache: total - cacheRead, cacheRead, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        finishReason: { unified: 'stop', raw: 'stop' },
      } as const);
    },
    doStream: () => Promise.reject(new Error('no streams')),
  });
  // The loop streams; the mock answers whole.
  model.doStream = async (options) => {
    const { content, usage, finishReason } = await model.doGenerate(options);
    const [part] = content;
    const text = part?.type === 'text' ? part.text : '';
    return {
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'text-delta', id: 't', delta: text });
          controller.enqueue({ type: 'finish', usage, finishReason });
          controller.close();
        },
      }),
    };
  };
  return { model, prompts, read };
}

/** Whether a prompt begins with all of another. */
const extends_ = (prompt: Prompt, before: Prompt): boolean =>
  prompt.texts.length > before.texts.length &&
  before.texts.every((text, at) => prompt.texts[at] === text);

async function run(
  replies: readonly string[],
  options: Partial<RunRlmOptions> = {},
): Promise<{ result: RlmResult; prompts: readonly Prompt[]; read: readonly number[] }> {
  const { model, prompts, read } = cachingProvider((turn) => replies[turn] ?? cell('FINAL("end")'));
  const result = await runRlm({
    model,
    sandbox: quickjs(),
    query: 'q',
    promptCache: 'auto',
    fenceStop: false,
    ...options,
  }).result;
  return { result, prompts, read };
}

const sizeOf = ({ texts }: Prompt): number => texts.join('').length;

/** Every prompt but the first is the one before and more, all of which comes from the cache. */
function expectExtensions(prompts: readonly Prompt[], read: readonly number[]): void {
  for (const [at, prompt] of prompts.entries()) {
    const before = prompts[at - 1];
    if (before === undefined) continue;
    expect(extends_(prompt, before), `prompt ${String(at)}`).toBe(true);
    expect(read[at]).toBe(sizeOf(before));
  }
}

const jsTasks = modelTaskNames.filter((name) => makeModelTask(name).language === 'javascript');

describe('each prompt is an exact extension of the last', () => {
  it.each(jsTasks)('with the mistakes of a model: %s', async (name) => {
    const { query, context, gold, subModel, replies } = makeModelTask(name);
    const { result, prompts, read } = await run(replies, {
      query,
      context,
      ...(subModel === undefined ? {} : { subModel }),
    });
    expect(result.answer).toBe(gold);
    expect(prompts).toHaveLength(replies.length);
    expectExtensions(prompts, read);
  });

  it('when an answer is refused, and when a limit ends the run', async () => {
    const looping = Array.from({ length: 6 }, (_, turn) => cell(`print("turn ${String(turn)}")`));
    const { result, prompts, read } = await run([...looping.slice(0, 4), 'FINAL(so far)'], {
      maxSteps: 4,
    });
    expect(result).toMatchObject({ finishReason: 'max_steps', answer: 'so far' });
    expect(prompts).toHaveLength(5);
    expectExtensions(prompts, read);
    const refused = await run([cell('FINAL("")'), cell('FINAL("1")')], { rejectEmptyFinal: true });
    expect(refused.prompts).toHaveLength(2);
    expectExtensions(refused.prompts, refused.read);
  });

  it('but for the one after older turns were summed up, which keeps the system text', async () => {
    const turns = Array.from({ length: 9 }, (_, turn) =>
      cell(`print("finding ${String(turn)} ${'x'.repeat(600)}")`),
    );
    const { prompts, read } = await run(turns, {
      maxSteps: 12,
      compaction: { maxChars: 6_000, keepTurns: 2 },
    });
    const breaks = prompts.flatMap((prompt, at) =>
      at > 0 && !extends_(prompt, prompts[at - 1] ?? prompt) ? [at] : [],
    );
    expect(breaks.length).toBeGreaterThan(0);
    expect(breaks.length).toBeLessThan(prompts.length - 1);
    for (const at of breaks) expect(read[at]).toBe(prompts[0]?.texts[0]?.length);
    for (const [at, prompt] of prompts.entries()) {
      if (at > 0 && !breaks.includes(at)) expect(read[at]).toBe(sizeOf(prompts[at - 1] ?? prompt));
    }
  });
});

describe('promptCache', () => {
  it('marks three messages of a prompt at most, and the prompts of child runs', async () => {
    const { prompts } = await run([
      cell('print(1)'),
      cell('print(await rlm_query("part"))'),
      cell('FINAL("from the child")'),
      cell('FINAL("end")'),
    ]);
    expect(prompts.length).toBe(4);
    for (const { marked } of prompts) {
      const count = marked.filter(Boolean).length;
      expect(count).toBeGreaterThan(1);
      expect(count).toBeLessThanOrEqual(3);
      expect(marked.at(-1)).toBe(true);
    }
  });

  it('books what was read at its own price', async () => {
    const prices = { inputPerMillion: 4, cachedInputPerMillion: 1, outputPerMillion: 10 };
    const { result, prompts, read } = await run([cell('print(1)'), cell('FINAL("1")')], { prices });
    const [first = 0, second = 0] = prompts.map(sizeOf);
    expect(read[1]).toBe(first);
    const cost = (first * 4 + first * 1 + (second - first) * 4 + 2 * 10) / 1e6;
    expect(result.usage.total.costUsd).toBeCloseTo(cost, 9);
  });

  it('is off by default, and not of sub-queries and summaries', async () => {
    const { prompts } = await run([cell('FINAL("1")')], { promptCache: undefined });
    expect(prompts[0]?.marked).toEqual([false, false]);
    const asked: [ModelRequest['purpose'], ModelRequest['promptCache']][] = [];
    let turn = 0;
    const rlm = createRlm({
      model(request) {
        asked.push([request.purpose, request.promptCache]);
        if (request.purpose === 'summary') return 'in short';
        turn += 1;
        return turn < 6 ? cell(`print(${'1'.repeat(2_000)}n)`) : cell('FINAL(1)');
      },
      subModel(request) {
        asked.push([request.purpose, request.promptCache]);
        return 'y';
      },
      sandbox: quickjs(),
      promptCache: 'auto',
      compaction: { maxChars: 4_000, keepTurns: 1, policy: 'llm' },
      tools: [],
    });
    await rlm.run('q').result;
    await rlm.close();
    await runRlm({
      model: () => cell('FINAL(await llm_query("x"))'),
      subModel(request) {
        asked.push([request.purpose, request.promptCache]);
        return 'y';
      },
      sandbox: quickjs(),
      query: 'q',
      promptCache: 'auto',
    }).result;
    const of = (purpose: ModelRequest['purpose']) =>
      new Set(asked.filter(([which]) => which === purpose).map(([, cache]) => cache));
    expect(of('root')).toEqual(new Set(['auto']));
    expect(of('sub')).toEqual(new Set([undefined]));
    expect(of('summary')).toEqual(new Set([undefined]));
  });
});
