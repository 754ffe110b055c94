import type { RunContext, Tool } from '@rlm/kernel';
import { maxRecordBytes } from '@rlm/kernel/internal';
import type { RequestMessage, ModelToolDefinition } from '@rlm/kernel/model';
import { walletGuard } from '@rlm/policies/guard';
import { createByteQuota, prettyJson } from '@rlm/repl-types/internal';
import { createShownMarks, finalMarks, type ShownMarks } from '@rlm/termination/shown';

import { createConversation, type Conversation } from './conversation.js';
import { renderInstructions } from './instructions.js';
import { engineDefaults } from './options.js';
import { readMessages } from './read-messages.js';
import { isTerminator, type EngineSetup, type EngineState } from './state.js';
import { reviewNote, taskOf } from './task-course.js';
import { addShown } from './turn-messages.js';

/** Opens the state of a run. A guard of the caller is reset. */
export async function openState(setup: EngineSetup): Promise<EngineState> {
  const { options } = setup;
  const guard = options.guard === false ? null : (options.guard ?? walletGuard());
  guard?.reset();
  const actionMarks = actionMarksOf(setup);
  return {
    setup,
    conversation: openConversation(setup),
    offered: offeredTools(setup),
    guard,
    shown: await openShown(actionMarks, setup),
    actionMarks,
    steps: [],
    assistantResponse: '',
    cutText: '',
    actionResults: [],
    recordBytes: createByteQuota(maxRecordBytes),
    messages: null,
    hasStarted: false,
    wasToldOfFinish: false,
    hasSpoken: false,
    hasRunTool: false,
    wasToldOfEmptyFinish: false,
    notices: 0,
    word: null,
    reviewed: null,
    finalOutput: null,
  };
}

/** The id and name of the task, for its events. */
export function nameTask(
  { options }: EngineSetup,
  context: RunContext,
): { taskId: string; taskName: string } {
  const { id: taskId, name: taskName } = taskOf(options, context.runId);
  return { taskId, taskName };
}

function openConversation(setup: EngineSetup): Conversation {
  const { options, mode, maxActionsPerStep } = setup;
  const { system, messages = [], prompt = '', task, contextWindow = {} } = options;
  const instructions = renderInstructions(mode, callerTools(setup), maxActionsPerStep);
  const parts = [system, instructions].filter((part) => part !== undefined && part !== '');
  const current: RequestMessage = Object.freeze({
    role: 'user',
    content: [prompt, renderTaskContext(task?.context), reviewNote(options)]
      .filter((part) => part !== '')
      .join('\n\n'),
  });
  return createConversation(
    [
      Object.freeze({ role: 'system', content: parts.join('\n\n') }),
      ...readMessages(messages),
      current,
    ],
    current,
    contextWindow.maxTokens ?? engineDefaults.maxContextTokens,
    contextWindow.countTokens,
  );
}

function offeredTools(setup: EngineSetup): readonly ModelToolDefinition[] | undefined {
  if (setup.options.nativeTools === false) return undefined;
  const finish = setup.mode === 'response' ? 'finish_response' : 'finish_task';
  const offered = [...setup.tools].filter(({ name }) => name === finish);
  return Object.freeze(
    [...callerTools(setup), ...offered].map(({ name, description, inputSchema }) =>
      Object.freeze({ name, description, inputSchema }),
    ),
  );
}

function callerTools({ tools }: EngineSetup): readonly Tool[] {
  return [...tools].filter(
    ({ name }) => !isTerminator('response', name) && !isTerminator('task', name),
  );
}

function renderTaskContext(context: unknown): string {
  return context === undefined ? '' : `Context of the task:\n${contextText(context)}`;
}

function contextText(context: unknown): string {
  return typeof context === 'string' ? context : (prettyJson(context) ?? '');
}

/**
 * The beginnings of text actions in a run. The names of the finish tools are marks even without a
 * tag, since other texts rarely contain them.
 */
function actionMarksOf({ tools }: EngineSetup): readonly string[] {
  return [...tools.names.map((name) => `<${name}`), 'finish_task', 'finish_response'];
}

/**
 * Tracks what the model is shown, beginning with the context of its task and the results in earlier
 * messages.
 */
async function openShown(
  actionMarks: readonly string[],
  { options }: EngineSetup,
): Promise<ShownMarks> {
  const results = readMessages(options.messages ?? []).filter(({ role }) => role === 'tool');
  const texts = [contextText(options.task?.context), ...results.map(({ content }) => content)];
  const shown = createShownMarks([...finalMarks, ...actionMarks]);
  await addShown(texts, shown);
  return shown;
}
