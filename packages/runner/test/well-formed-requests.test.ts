import type { LanguageModelLike, ModelFunctionRequest, ModelLike } from '@rlm/kernel/model';
import { simulateReadableStream } from 'ai';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const half = '\ud83d';

/** Answers each request by its purpose and its place; keeps what it was sent, without what is no data. */
function listener(replies: readonly string[]): {
  readonly sent: ModelFunctionRequest[];
  readonly reply: (request: ModelFunctionRequest) => string;
} {
  const sent: ModelFunctionRequest[] = [];
  const left = [...replies];
  return {
    sent,
    reply: (request) => {
      sent.push(request);
      if (request.purpose !== 'root') return `heard ${half}`;
      return left.shift() ?? 'FINAL(done)';
    },
  };
}

/** The same as a model object: the prompt of the specification takes the place of the messages. */
function asObject(reply: (request: ModelFunctionRequest) => string, sent: unknown[]): ModelLike {
  const generate = (options: Record<string, unknown>) => {
    const isSub = JSON.stringify(options['prompt']).includes('sub:');
    sent.push(options);
    const text = reply({ ...options, purpose: isSub ? 'sub' : 'root' } as never);
    return Promise.resolve({
      content: [{ type: 'text', text }],
      finishReason: 'stop',
      usage: { inputTokens: 1, outputTokens: 1 },
    });
  };
  return {
    specificationVersion: 'v2',
    provider: 'hand',
    modelId: 'made',
    doGenerate: generate,
    async doStream(options: Record<string, unknown>) {
      const { content } = await generate(options);
      const parts = [
        { type: 'text-delta', id: 't', delta: content[0]?.text ?? '' },
        { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } },
      ];
      return { stream: simulateReadableStream({ chunks: parts }) };
    },
  } as unknown as LanguageModelLike;
}

/** Every text in a value, the names of its fields too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)]);
}

const isTorn = (text: string): boolean => /\p{Surrogate}/u.test(text);

const context = `a${'😀 text '.repeat(2000)}`;
const cases: readonly (readonly [
  what: string,
  options: Partial<RunRlmOptions>,
  replies: string[],
])[] = [
  ['a printed slice', {}, [cell('console.log(context.slice(0, 2))')]],
  ['a printed list', {}, [cell('print(context.slice(1, 30).split(""))')]],
  ['an error', {}, [cell('throw new Error(context.slice(2, 9))')]],
  ['the value of a cell', {}, [cell('context.slice(0, 2)')]],
  ['a name of a key', {}, [cell('print({ [context.slice(0, 2)]: 1 })')]],
  ['a variable', {}, [cell('var found = context.slice(0, 2)'), cell('SHOW_VARS()')]],
  ['the reply itself', {}, [`So ${half}`, cell('print(1)')]],
  ['the question', { query: `What is ${half}?` }, []],
  ['a name in a context', { context: { [`key ${half}`]: `text ${half}` } }, []],
  ['a context that ends within a pair', { context: `ends ${half}` }, []],
  [
    'the prompt of a sub-query',
    {},
    [cell('print(await llm_query("sub: " + context.slice(0, 2)))')],
  ],
  [
    'prompts of a batch',
    {},
    [cell('print(await llm_query_batched(["sub: " + context[1], "sub: " + context[2]]))')],
  ],
  [
    'the question and context of a child',
    { maxDepth: 1 },
    [cell('print(await rlm_query("Child " + context[1], { context: context[2] }))')],
  ],
  ['a wrap-up', { maxSteps: 1 }, [cell('print(context[1])')]],
  [
    'a summary',
    { compaction: { maxChars: 10, keepTurns: 1, policy: 'llm' } },
    [cell('print(context[1])'), cell('print(context[2])')],
  ],
  ['settings', { settings: { root: { stopSequences: [half] } } }, []],
  ['instructions', { instructions: `Say ${half}` }, []],
];

describe('a request of runRlm', () => {
  it.each(cases)('has no half of a surrogate pair: %s', async (_, options, replies) => {
    for (const kind of ['function', 'object'] as const) {
      const { sent, reply } = listener(replies);
      const prompts: unknown[] = [];
      const model = kind === 'function' ? reply : asObject(reply, prompts);
      await runRlm({ model, sandbox: quickjs(), context, query: 'What?', ...options }).result;
      expect(sent.length).toBeGreaterThan(0);
      const texts = textsIn(kind === 'function' ? sent : prompts);
      expect(texts.filter(isTorn), kind).toEqual([]);
    }
  });

  it('leaves texts in the REPL, in events and in results as they are', async () => {
    const { reply } = listener([
      cell('var torn = context.slice(0, 2)\nprint(torn)'),
      cell(
        'FINAL(torn.charCodeAt(1) === 0xd83d && (await llm_query("sub: x")).endsWith("\\ud83d"))',
      ),
    ]);
    const events: RlmEvent[] = [];
    const run = runRlm({ model: reply, sandbox: quickjs(), context, query: `Q ${half}` });
    for await (const event of run) events.push(event);
    const { answer } = await run.result;
    expect(answer).toBe('true');
    expect(textsIn(events).some(isTorn)).toBe(true);
  });

  it('has whole pairs where our own limits cut a text', async () => {
    const emoji = '😀'.repeat(40_000);
    for (const shift of ['', 'x']) {
      const { sent, reply } = listener([
        cell(`print(context)`),
        cell('context'),
        cell('({ [[...context].slice(0, 400).join("")]: context })'),
        cell('print([context, context])'),
        cell('throw new Error(context)'),
        cell('var other = context + "y"'),
        cell('print(await rlm_query(context))'),
        cell('print(grep(context, "x*"))'),
      ]);
      await runRlm({
        model: reply,
        sandbox: quickjs(),
        context: shift + emoji,
        query: shift + emoji,
        maxDepth: 1,
      }).result;
      const cut = textsIn(sent).filter((text) => text.includes('\ufffd'));
      expect(cut.map((text) => text.slice(0, 80))).toEqual([]);
    }
  });
});
