import type { Tool, ToolContext } from '@rlm/kernel';
import { type ActionCall, readArguments } from '@rlm/kernel/internal';

import { finishResponse } from '../finish/finish-response.js';
import { finishTask } from '../finish/finish-task.js';
import { finishStatuses, type FinishReport } from '../finish/types.js';

const summary = { type: 'string', description: 'What was done, in a sentence or two.' };

/** A finish that was refused: it becomes an error result for the model. */
class FinishRefused extends Error {}

const readers: Readonly<Record<string, (input: unknown) => FinishReport>> = {
  finish_response: finishResponse,
  finish_task: finishTask,
  task_completed: finishTask,
};

/** Reads a call of a finish tool without performing it; undefined for any other call. */
export function readFinish(call: ActionCall): FinishReport | undefined {
  const { action } = call;
  if (!Object.hasOwn(readers, action)) return undefined;
  return readers[action]?.(readArguments(call, undefined));
}

/** The tools that end a run, and the deprecated alias `task_completed`. */
export const finishTools: readonly Tool[] = Object.freeze([
  finishTool(
    'finish_response',
    'Ends the response. Call it when there is nothing more to say or do. The summary is optional.',
    { summary },
    finishResponse,
  ),
  finishTool(
    'finish_task',
    'Hands the task to a person for review. Give plain text, or JSON with a summary and a status: done (reached), partial (useful work, not complete) or blocked (cannot go on).',
    { summary, status: { type: 'string', enum: finishStatuses } },
    finishTask,
  ),
  finishTool('task_completed', 'Deprecated alias of finish_task.', { summary }, finishTask),
]);

function finishTool(
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>>,
  read: (input: unknown) => FinishReport,
): Tool {
  return Object.freeze({
    name,
    description,
    inputSchema: Object.freeze({ type: 'object', properties }),
    isRaw: true,
    execute: (input: unknown, context: ToolContext) => {
      const { text, finish } = read(input);
      if (finish === null) throw new FinishRefused(text.replace(/^Error: /, ''));
      context.finish(finish);
      return text;
    },
  });
}
