import { defineTool, runTask } from '@rlm/penguin-engine';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { maxSteps } from '@rlm/policies';
import {
  readTrajectory,
  runRlm,
  writeTrajectory,
  type RlmEvent,
  type RunRlmOptions,
} from '@rlm/runner';

import { openQuickJS } from '../../src/backend.js';
import type { ViewEvent } from '../../src/view/run-view.js';

/** A reply that is one block of code, with words before it. */
export const cell = (code: string, words = ''): string => `${words}\n\`\`\`repl\n${code}\n\`\`\``;

const sandbox = openQuickJS();

const text = 'The comet of 1680 was seen by day. '.repeat(60);

/** The events of a run by a script. */
export async function eventsOf(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions> = {},
): Promise<RlmEvent[]> {
  const events: RlmEvent[] = [];
  const run = runRlm({
    model: scriptedModel(replies),
    subModel: () => ({ text: 'by day', usage: { inputTokens: 5, outputTokens: 2 } }),
    sandbox,
    query: 'When was it seen?',
    context: text,
    ...options,
  });
  for await (const event of run) events.push(event);
  return events;
}

const makers = {
  'an answer by code, with sub-queries, output in pieces, coverage and rewards': () =>
    eventsOf(
      [
        {
          chunks: [
            'I look ',
            'at the text.\n```repl\nconst n = context.length;\n',
            'print(n); n\n```',
          ],
        },
        cell(
          'console.error("hm"); const a = await llm_query_batched([context.slice(0, 500), "b", "c"]); print(a)',
          'I ask.',
        ),
        cell('print(context.slice(600, 900)); FINAL("by day")'),
      ],
      { coverage: true, reward: 'default' },
    ),
  'children, one of which fails': () =>
    eventsOf(
      [
        cell('const a = await rlm_query("How many?", { context: ["x", "y"] }); print(a)'),
        cell('print(context.length); FINAL(2)'),
        cell('try { await rlm_query("And?") } catch (error) { print(String(error)) }'),
        { status: 401, message: 'no key' },
        cell('FINAL(a)'),
      ],
      { maxDepth: 2 },
    ),
  'errors of code and of tools': () =>
    eventsOf([cell('nope()'), cell('await weigh({ x: 1 })'), 'no code at all', 'FINAL(nothing)'], {
      tools: [
        defineTool({
          name: 'weigh',
          description: 'Weighs.',
          execute: () => {
            throw new Error('no scales');
          },
        }),
      ],
    }),
  'a limit, with a wrap-up': () =>
    eventsOf([cell('print(1)'), cell('print(2)'), 'FINAL(a guess)'], {
      maxSteps: 2,
      limits: { maxTokens: 100_000, maxSubQueries: 3, timeoutMs: 60_000 },
    }),
  'a policy that ends it': () =>
    eventsOf([cell('print(1)'), 'FINAL(two)'], { policies: [() => maxSteps({ maxSteps: 1 })] }),
  'an error of the model': () => eventsOf([cell('print(1)'), { status: 401, message: 'no key' }]),
  'a task with a tool': async () => {
    const events: ViewEvent[] = [];
    const run = runTask({
      model: scriptedModel([
        'I weigh it.\n<weigh>the comet</weigh>',
        '<finish_task>{"summary": "It is heavy.", "status": "done"}</finish_task>',
      ]),
      prompt: 'Weigh the comet',
      tools: [
        defineTool({ name: 'weigh', description: 'Weighs.', execute: (what) => `${what}: 7 t` }),
      ],
    });
    for await (const event of run) events.push(event);
    return events;
  },
} satisfies Record<string, () => Promise<ViewEvent[]>>;

/** What an example shows. */
export type ExampleName = keyof typeof makers;

/** Real runs that between them have what a run can have. */
export const exampleNames = Object.keys(makers) as ExampleName[];

const made = new Map<ExampleName, Promise<readonly ViewEvent[]>>();

/** The events of an example; each is run once. */
export function exampleRun(name: ExampleName): Promise<readonly ViewEvent[]> {
  const known = made.get(name) ?? makers[name]();
  made.set(name, known);
  return known;
}

/** Events as a trajectory has them. */
export async function writtenAndRead(events: readonly ViewEvent[]): Promise<ViewEvent[]> {
  const read: ViewEvent[] = [];
  for await (const event of readTrajectory(writeTrajectory(events as RlmEvent[]))) read.push(event);
  return read;
}
