import type { RunContext } from '../kernel/scope/context.js';
import type { ModelMessage, ModelToolDefinition } from '../model/types.js';
import type { Tool } from '../tools/types.js';
import { createConversation, type Conversation } from './conversation.js';
import { renderInstructions } from './instructions.js';
import { engineDefaults } from './options.js';
import { isTerminator, type EngineSetup } from './state.js';
import { reviewNote, taskOf } from './task-course.js';

/** The conversation of a run that begins. */
export function openConversation(setup: EngineSetup): Conversation {
  const { options, mode, maxActionsPerTurn } = setup;
  const { system, history = [], prompt, task, contextWindow = {} } = options;
  const instructions = renderInstructions(mode, callerTools(setup), maxActionsPerTurn);
  const parts = [system, instructions].filter((part) => part !== undefined && part !== '');
  const current: ModelMessage = Object.freeze({
    role: 'user',
    content: [prompt, renderTaskContext(task?.context), reviewNote(options)]
      .filter((part) => part !== '')
      .join('\n\n'),
  });
  return createConversation(
    [Object.freeze({ role: 'system', content: parts.join('\n\n') }), ...history, current],
    current,
    contextWindow.maxTokens ?? engineDefaults.maxContextTokens,
    contextWindow.countTokens,
  );
}

/** The tools as they are offered for native calls; undefined when they are not. */
export function offeredTools(setup: EngineSetup): readonly ModelToolDefinition[] | undefined {
  if (setup.options.nativeTools === false) return undefined;
  const finish = setup.mode === 'response' ? 'finish_response' : 'finish_task';
  const offered = [...setup.tools].filter(({ name }) => name === finish);
  return Object.freeze(
    [...callerTools(setup), ...offered].map(({ name, description, inputSchema }) =>
      Object.freeze({ name, description, inputSchema }),
    ),
  );
}

/** The task's id and name, as its events carry them. */
export function nameTask(
  { options }: EngineSetup,
  context: RunContext,
): { taskId: string; taskName: string } {
  const { id: taskId, name: taskName } = taskOf(options, context.runId);
  return { taskId, taskName };
}

function callerTools({ tools }: EngineSetup): readonly Tool[] {
  return [...tools].filter(
    ({ name }) => !isTerminator('response', name) && !isTerminator('task', name),
  );
}

function renderTaskContext(context: unknown): string {
  if (context === undefined) return '';
  return `Context of the task:\n${typeof context === 'string' ? context : JSON.stringify(context, null, 2)}`;
}
