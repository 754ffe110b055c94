import { decide, type RunStore } from '@rlm/journal';
import { createBudget, defineTool, requiresApproval, suspend } from '@rlm/kernel';
import { manualClock, type ManualClock, type ScriptedReply } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';
import { z } from 'zod';

import { cell } from '../support/cell.js';
import type { GoldenRun } from './play.js';

const count = 'const words = context.split(" "); print(words.length)';
const answers = cell('FINAL(words.length)');
const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const send = requiresApproval(
  defineTool({ name: 'send', description: 'Sends a mail.', execute: (to) => `sent to ${to}` }),
);
const refuses = (): boolean => false;
const agrees = (): boolean => true;

/** The clock of runs with limits of time, of which each reply takes some. */
let clock: ManualClock = manualClock();
const timed = <Options extends object>(more: Options): Options & { clock: ManualClock } => ({
  clock: (clock = manualClock()),
  ...more,
});
const after =
  (ms: number, text?: string): ScriptedReply =>
  async () => {
    await clock.advance(ms);
    if (text === undefined) return { hang: true };
    return { text, usage: { inputTokens: 100, outputTokens: 10 } };
  };

/** Answers the decision that a run waits for. */
const deciding =
  (value: unknown) =>
  async (store: RunStore): Promise<void> => {
    for await (const line of store.read('golden')) {
      const { t, key } = line as unknown as { readonly t: string; readonly key?: string };
      if (t === 'wait' && key !== undefined) await decide(store, 'golden', { key, value });
    }
  };

const long = 'A sentence of some words, to make the transcript long. '.repeat(60);

/** Runs of the RLM loop. */
export const goldenRuns: readonly GoldenRun[] = [
  // Answers.
  { name: 'answer-in-code', replies: [cell(count), answers] },
  { name: 'answer-in-one-step', replies: [cell('FINAL(context.length)')] },
  { name: 'answer-in-prose', replies: [cell(count), 'I have it. FINAL(There are three words.)'] },
  { name: 'answer-by-variable', replies: [cell(count), 'FINAL_VAR(words)'] },
  {
    name: 'answer-by-variable-that-is-not-there',
    replies: [cell(count), 'FINAL_VAR(wrods)', 'FINAL_VAR(words)'],
  },
  {
    name: 'answer-beside-a-block',
    replies: [`${cell(count)}\n\nFINAL(four)`, answers],
  },
  { name: 'answer-that-is-an-object', replies: [cell('FINAL({ words: context.split(" ") })')] },
  {
    name: 'answer-in-a-thought',
    replies: ['<think>FINAL(none)</think>' + cell(count), '<think>hm</think>FINAL(3)'],
  },
  // Schemas.
  {
    name: 'schema',
    options: () => ({ schema: z.object({ count: z.number() }) }),
    replies: [cell('FINAL({ count: "three" })'), cell('FINAL({ count: 3 })')],
  },
  {
    name: 'schema-in-prose',
    options: () => ({ schema: z.object({ count: z.number() }) }),
    replies: [cell(count), 'It is FINAL({"count": 3})'],
  },
  {
    name: 'schema-that-is-never-met',
    options: () => ({ schema: z.object({ count: z.number() }), maxSteps: 2 }),
    replies: [cell('FINAL({ count: "three" })'), cell('FINAL("three")'), 'FINAL({"count": "3"})'],
  },
  {
    name: 'schema-of-a-sub-query',
    subModel: () => ({
      text: 'Here: ```json\n{"n": 3}\n```',
      usage: { inputTokens: 20, outputTokens: 5 },
    }),
    replies: [
      cell(
        'const { n } = await llm_query("count: " + context, { schema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } }); FINAL(n + 1)',
      ),
    ],
  },
  // Code.
  {
    name: 'code-that-fails',
    replies: [cell('print(contxt.length)'), cell('throw new Error("no")'), cell(count), answers],
  },
  {
    name: 'code-of-another-language',
    replies: ['```python\nprint(len(context))\n```', cell(count), answers],
  },
  {
    name: 'several-blocks',
    replies: [cell(count, 'print("second")', 'FINAL(words.length)')],
  },
  {
    name: 'scripted-sandbox',
    options: () => ({
      sandbox: scripted(['3\n', { stdout: 'x\n', final: { type: 'direct', answer: 'three' } }]),
    }),
    replies: [cell('anything'), cell('anything else')],
  },
  // Sub-queries.
  {
    name: 'sub-queries',
    replies: [
      cell('const a = await llm_query("what is " + context); print(a)'),
      cell('FINAL((await llm_query_batched(["b", "c", "d"])).join("; "))'),
    ],
  },
  {
    name: 'children',
    options: () => ({ maxDepth: 2 }),
    replies: [
      cell('const a = await rlm_query("How long is it?", { context: "four" }); print(a)'),
      cell('FINAL(context.length)'),
      cell('FINAL("a child said " + a)'),
    ],
  },
  {
    name: 'children-in-a-batch',
    // One after the other, so that their events have an order.
    options: () => ({ maxDepth: 2, limits: { maxConcurrentRuns: 1 } }),
    replies: ({ messages }) => {
      const isChild = messages[1]?.content.includes('How long?') === true;
      const text = isChild
        ? 'FINAL(context.length)'
        : 'FINAL((await rlm_query_batched([{ prompt: "How long?", context: "one" }, { prompt: "How long?", context: "three" }])).join("+"))';
      return { text: cell(text), usage: { inputTokens: 100, outputTokens: 10 } };
    },
  },
  {
    name: 'batch-that-fails-in-part',
    subModel: ({ messages }) => {
      if (messages.at(-1)?.content.includes('c') === true) throw new Error('no c');
      return { text: 'SUB', usage: { inputTokens: 20, outputTokens: 5 } };
    },
    replies: [
      cell('const all = await llm_query_batched(["b", "c", "d"]); print(all.map(String))'),
      cell('FINAL("two of three")'),
    ],
  },
  {
    name: 'child-that-fails',
    options: () => ({ maxDepth: 2, maxSteps: 3 }),
    replies: [
      cell('try { await rlm_query("x") } catch (error) { print(String(error)) }'),
      { raise: new Error('the provider is gone') },
      cell('FINAL("without it")'),
    ],
  },
  {
    name: 'coverage',
    options: () => ({ coverage: true, context: `${long}end` }),
    replies: [
      cell('print(context.slice(0, 200))'),
      cell('FINAL(await llm_query("Read:\\n" + context.slice(200, 2000)))'),
    ],
  },
  // Tools and decisions.
  {
    name: 'tools',
    options: () => ({ tools: [add] }),
    replies: [cell('const sum = await add({ a: 1, b: 2 }); print(sum)'), cell('FINAL(sum)')],
  },
  {
    name: 'tool-that-fails',
    options: () => ({ tools: [add] }),
    replies: [cell('print(await add({ a: "one", b: 2 }))'), cell('FINAL("no sum")')],
  },
  {
    name: 'tool-approved-by-a-person',
    options: () => ({ tools: [send], approve: agrees }),
    replies: [cell('const told = await send("ada"); print(told)'), cell('FINAL(told)')],
  },
  {
    name: 'tool-refused-by-a-person',
    options: () => ({ tools: [send], approve: refuses }),
    replies: [
      cell('try { print(await send("ada")) } catch (error) { print(String(error)) }'),
      cell('FINAL("not sent")'),
    ],
  },
  {
    name: 'suspended-and-decided',
    options: () => ({ tools: [send], approve: () => suspend() }),
    replies: [cell('const told = await send("ada"); print(told)')],
    resumes: [{ before: deciding(true), replies: [cell('FINAL(told)')] }],
  },
  {
    name: 'suspended-and-refused',
    options: () => ({ tools: [send], approve: () => suspend() }),
    replies: [cell('print(await send("ada"))')],
    resumes: [{ before: deciding(false), replies: [cell('FINAL("not sent")')] }],
  },
  // Limits.
  {
    name: 'limit-of-steps',
    options: () => ({ maxSteps: 2 }),
    replies: [cell(count), cell('words.push("four")'), 'FINAL_VAR(words)'],
  },
  {
    name: 'limit-of-steps-without-wrap-up',
    options: () => ({ maxSteps: 1, wrapUp: false }),
    replies: [cell(count)],
  },
  {
    name: 'limit-of-tokens',
    options: () => ({ limits: { maxTokens: 1_800, maxOutputTokens: 50 } }),
    replies: Array.from({ length: 12 }, (_, at) => cell(`print(${at})`)),
  },
  {
    name: 'limit-of-cost',
    options: () => ({
      limits: { maxCostUsd: 0.002, maxOutputTokens: 50 },
      prices: { inputPerMillion: 1, outputPerMillion: 2 },
    }),
    replies: Array.from({ length: 12 }, (_, at) => cell(`print(${at})`)),
  },
  {
    name: 'limit-of-sub-queries',
    options: () => ({ limits: { maxSubQueries: 2 } }),
    replies: [
      cell('for (let n = 0; n < 4; n++) print(await llm_query("ask " + n))'),
      cell('FINAL("with what there was")'),
    ],
  },
  {
    name: 'limit-of-errors',
    options: () => ({ limits: { maxConsecutiveErrors: 2 } }),
    replies: [cell('throw 1'), cell('throw 2'), cell('throw 3'), 'FINAL(none)'],
  },
  {
    name: 'limit-of-calls',
    options: () => ({ limits: { maxCalls: 3 } }),
    replies: [cell(count), cell('print(1)'), 'FINAL(3)'],
  },
  {
    name: 'limit-of-depth',
    options: () => ({ maxDepth: 1 }),
    replies: [cell('print(await rlm_query("How long is it?", { context: "four" }))'), answers],
  },
  {
    name: 'limit-of-time',
    options: () => timed({ limits: { timeoutMs: 1_000 } }),
    replies: [after(600, cell(count)), after(600), after(10, 'FINAL(3)')],
  },
  {
    name: 'limit-of-time-of-a-step',
    options: () => timed({ stepTimeoutMs: 500 }),
    replies: [after(100, cell(count)), after(600), after(100, cell('FINAL(3)'))],
  },
  {
    name: 'limit-of-time-of-a-call',
    options: () => timed({ limits: { callTimeoutMs: 500 }, retry: { attempts: 1 } }),
    replies: [after(100, cell(count)), after(600)],
  },
  {
    name: 'limit-of-output',
    options: () => ({ limits: { maxOutputChars: 500 } }),
    replies: [cell(`print(${JSON.stringify(long)})`), cell('FINAL("long")')],
  },
  {
    name: 'limit-of-a-reply',
    options: () => ({ limits: { maxReplyChars: 1_000 } }),
    replies: [`${long}\n${cell(count)}`, cell(count), answers],
  },
  {
    name: 'limit-of-code-in-time',
    options: () => ({ sandboxLimits: { cellMs: 200 } }),
    replies: [cell('while (true) {}'), cell(count), answers],
  },
  {
    name: 'budget-shared',
    options: () => ({ budget: createBudget({ maxCalls: 2 }) }),
    replies: [cell(count), cell('print(1)'), cell('print(2)'), 'FINAL(2)'],
  },
  // Wrap-up.
  {
    name: 'wrap-up-in-words',
    options: () => ({ maxSteps: 1 }),
    replies: [cell(count), 'There are three words, I believe.'],
  },
  {
    name: 'wrap-up-that-fails',
    options: () => ({ maxSteps: 1 }),
    replies: [cell(count), { raise: new Error('the key is wrong') }],
  },
  // Context window.
  {
    name: 'compaction',
    options: () => ({ compaction: { maxChars: 5_000, keepTurns: 1 } }),
    replies: [
      cell(`print(${JSON.stringify(long)})`),
      cell(`print(${JSON.stringify(long)} + 1)`),
      'What was done: it printed sentences.',
      cell(count),
      answers,
      'FINAL(3)',
    ],
  },
  {
    name: 'prompt-too-long',
    replies: [
      cell(`print(${JSON.stringify(long)})`),
      { status: 400, message: 'maximum context length is 1000 tokens' },
      cell(count),
      answers,
      'FINAL(3)',
    ],
  },
  // Policies and rewards.
  {
    name: 'policy-that-stops',
    options: () => ({ policies: ['reward_threshold'], reward: 'strict' }),
    replies: [cell(count), cell('print("a")'), cell('print("b")'), 'FINAL(3)'],
  },
  {
    name: 'policy-with-a-note',
    options: () => ({
      policies: [
        {
          name: 'careful',
          description: 'Asks to look twice',
          shouldTerminate: () => ({ terminate: false, note: 'Look twice.' }),
          reset: () => undefined,
        },
      ],
      reward: () => 0.5,
      confidence: () => 0.9,
    }),
    replies: [cell(count), answers],
  },
  {
    name: 'policy-that-sends-back',
    options: () => ({
      policies: [
        {
          name: 'exact',
          description: 'Wants a number',
          shouldTerminate: () => ({ terminate: false }),
          reviewAnswer: ({ metadata }) =>
            JSON.stringify(metadata).includes('three')
              ? { accept: false, code: 'no_number', reason: 'Say it as a number.' }
              : { accept: true },
          reset: () => undefined,
        },
      ],
    }),
    replies: [cell('FINAL("three")'), cell('FINAL("3")')],
  },
  // Faults of a model.
  {
    name: 'model-that-fails-once',
    options: () => ({ retry: { attempts: 2, minDelayMs: 1 }, clock: undefined }),
    replies: [{ status: 503, message: 'busy' }, cell(count), answers],
  },
  {
    name: 'model-that-fails',
    replies: [cell(count), { raise: new Error('the key is wrong') }],
  },
  {
    name: 'model-that-is-cut-off',
    replies: [
      {
        text: '```repl\nprint(context',
        finishReason: 'length',
        usage: { inputTokens: 100, outputTokens: 10 },
      },
      cell(count),
      answers,
    ],
  },
  { name: 'model-that-talks', replies: ['Hm.', 'Let me think.', 'I do not know.', 'FINAL(3)'] },
  { name: 'model-that-says-nothing', replies: ['', '', cell(count), answers] },
  {
    name: 'model-that-streams-and-breaks',
    options: () => ({ retry: { attempts: 2, minDelayMs: 1 }, clock: undefined }),
    replies: [{ chunks: ['```repl\nprint(', '1'], raise: 'socket hang up' }, cell(count), answers],
  },
];

const steps = [
  cell(`${count}; print(await llm_query("what? " + context))`),
  cell('const four = await add({ a: 3, b: 1 }); print(await rlm_query("How long?"))'),
  cell('FINAL({ four, words })'),
];

/**
 * A run with a bit of everything, which is aborted and resumed in every place: what its model replies depends on the conversation
 * alone.
 */
export const work: GoldenRun = {
  name: 'work',
  options: () => ({ maxDepth: 2, tools: [add] }),
  replies: ({ messages }) => {
    const isChild = messages[1]?.content.includes('How long?') === true;
    const step = messages.filter(({ role }) => role === 'assistant').length;
    const text = isChild ? cell('FINAL(context.length)') : (steps[step] ?? '');
    return { text, usage: { inputTokens: 100 + step, outputTokens: 10 + step } };
  },
};
