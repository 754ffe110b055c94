import type { Run, StandardSchema } from '@rlm/kernel';

import type { RlmEvent } from './run/events.js';
import { checkRunOptions } from './options/check-options.js';
import type { RunMessagesOptions, RunRlmOptions } from './options/run-options.js';
import { readConversation, type Conversation } from './context/conversation.js';
import { conversationSource, createPlan, sourcesOf } from './plan/create-plan.js';
import type { RlmResult, SchemaOutput } from './result.js';
import type { RlmPlan, StartChild } from './run/rlm-plan.js';
import { startRun } from './start-run.js';

/**
 * Answers a question over a context of any size: the model sees the context's description, and works on
 * it with code in a REPL.
 *
 * The run starts at once. Read its events with `for await`, or await its `result`, or both. Throws
 * `InvalidOptionError` at the call when an option is missing or wrong.
 */
export function runRlm<Schema extends StandardSchema | undefined = undefined>(
  options: RunRlmOptions<Schema> | RunMessagesOptions<Schema>,
): Run<RlmEvent, RlmResult<SchemaOutput<Schema>>> {
  return runAsked(options);
}

/** The same, over a chat that was read before: `messages` are not read again. */
export function runAsked<Schema extends StandardSchema | undefined = undefined>(
  options: RunRlmOptions<Schema> | RunMessagesOptions<Schema>,
  asked?: Conversation,
): Run<RlmEvent, RlmResult<SchemaOutput<Schema>>> {
  checkRunOptions(options);
  const plan = planOf(options, asked);
  const { runId, abortSignal, journal, seed } = options;
  const run = startRun(plan, { runId, abortSignal, journal, seed });
  // The value was checked by the schema: its type is the schema's output.
  return run as Run<RlmEvent, RlmResult<SchemaOutput<Schema>>>;
}

function planOf(
  options:
    | RunRlmOptions<StandardSchema | undefined>
    | RunMessagesOptions<StandardSchema | undefined>,
  asked?: Conversation,
): RlmPlan {
  const startChild: StartChild = (child, parent, abortSignal, name) =>
    startRun(child, { parent, abortSignal, name });
  if (options.messages === undefined) return createPlan(options, startChild);
  const { messages, ...rest } = options;
  const { query, text, summary, diagnostics } = asked ?? readConversation(messages);
  const told = [...(rest.diagnostics ?? []), ...diagnostics];
  const earlier = text === undefined ? [] : [conversationSource(text, rest)];
  const sources = [...sourcesOf(rest), ...earlier];
  return createPlan({ ...rest, query, diagnostics: told }, startChild, sources, summary);
}
