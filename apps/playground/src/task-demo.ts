import { createToolSet } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { defineTool, type EngineResult, runTask } from '@rlm/penguin-engine';

import type { ReadText } from './read-text.js';
import { oneLine } from './view/text/numbers.js';
import type { Style } from './render/style.js';

/** What the demonstration of a task needs. */
export interface TaskDemoOptions {
  readonly text: ReadText;
  readonly say: (text: string) => void;
  readonly style: Style;
  readonly abortSignal: AbortSignal;
}

const replies = [
  'I count the addresses first.\n<count_documents>telegraph</count_documents>',
  'Now the earliest of them.\n<first_mention>telegraph</first_mention>',
  'Both results are in.\n<finish_task>{"summary": "Counted the addresses that mention the telegraph, and found the first mention; both are in the tool results.", "status": "done"}</finish_task>',
];

/**
 * One task on the other loop of the family: a model that acts through tools, and asks for a person's
 * review when it is done. The model is a script, and says so.
 */
export async function runTaskDemo(options: TaskDemoOptions): Promise<EngineResult> {
  const { text, say, style, abortSignal } = options;
  const documents = typeof text.value === 'string' ? { text: text.value } : text.value;
  const holding = (word: string): [string, string][] =>
    Object.entries(documents).filter(([, content]) =>
      content.toLowerCase().includes(word.toLowerCase()),
    );

  const tools = createToolSet([
    defineTool({
      name: 'count_documents',
      description: 'Counts the documents that contain a text.',
      execute: (word: string) =>
        `${holding(word.trim()).length} documents contain ${JSON.stringify(word.trim())}`,
    }),
    defineTool({
      name: 'first_mention',
      description: 'Quotes the first mention of a text.',
      execute(word: string) {
        const [name, content] = holding(word.trim())[0] ?? [];
        if (name === undefined || content === undefined) return 'no document contains it';
        const at = content.toLowerCase().indexOf(word.trim().toLowerCase());
        return `${name}: ${oneLine(content.slice(Math.max(0, at - 80), at + 120), 200)}`;
      },
    }),
  ]);

  const prompt = 'Find out how many addresses mention the telegraph, and quote the first.';
  say(`\n${style.bold('Task:')} ${prompt}`);
  const run = runTask({
    model: scriptedModel(replies),
    prompt,
    tools,
    maxSteps: 5,
    task: { id: 'demo', name: 'telegraph' },
    abortSignal,
  });
  const result = await run.result;
  for (const { action, result: output } of result.actionResults.slice(0, -1))
    say(`  ${style.accent(action)}: ${oneLine(output, 76 - action.length)}`);
  say(
    `${style.bold(style.good('Status:'))} ${result.status}, since a person decides whether the task is completed`,
  );
  return result;
}
