import {
  type ApproveCall,
  createInProcessExecutor,
  createToolSet,
  type NamedTools,
  type RunContext,
  type Tool,
  type ToolSet,
  type ActionRecord,
} from '@rlm/kernel';
import type { ModelToolCall } from '@rlm/kernel/model';
import {
  type ActionCall,
  type CallOptions,
  type CallPlace,
  createEffectSeam,
  listTools,
  newRunId,
  parentRule,
  toolsRule,
  dataLimits,
  defaultMaxOutputChars,
  recordCall,
  performCall,
} from '@rlm/kernel/internal';
import { checkOptions, fields, positiveNumber, required, rule } from '@rlm/repl-types/options';
import {
  abortSignal,
  bound,
  callable,
  checkOption,
  DataError,
  type OptionRules,
  refuseOption,
  toData,
} from '@rlm/repl-types/internal';

import type { ParsedAction } from '../actions/types.js';
import { finishTools } from './finish-tools.js';

/** How {@link executeAction} performs an action. */
export interface ExecuteActionOptions {
  /** The tools that may be called, in addition to the finish tools. */
  readonly tools: ToolSet | readonly Tool[] | NamedTools;
  /** Asks a person about a call. Default: no one, so that calls that need approval are refused. */
  readonly approve?: ApproveCall | undefined;
  /** Aborts the call. Default: the run's signal, or none. */
  readonly abortSignal?: AbortSignal | undefined;
  /** Time limit of the call, in milliseconds. Default: none. */
  readonly timeoutMs?: number | undefined;
  /** A longer result is cut in its middle, with a mark. In UTF-16 units. Default 16,000. */
  readonly maxOutputChars?: number | undefined;
  /** The run that the call belongs to. Default: none. */
  readonly context?: RunContext | undefined;
}

/**
 * Performs one action that `parseActions` found, or one native call of a model, in the same way as
 * the loops (Penguin's `ActionExecutor.execute_action`). Whatever goes wrong is a record
 * with the status `error`. The record of a finish tool has `finish`, which `checkTerminationSignal`
 * reads.
 *
 * Rejects only with the reason of an aborted signal, with the `FinalOutput` that a tool threw, or
 * with an `RlmError` (`invalid_approval`) if `approve` did not return an answer.
 *
 * @example
 * const [action] = parseActions(reply, { names: ['search'] }).actions;
 * const { status, result } = await executeAction(action, { tools: [search] });
 */
export async function executeAction(
  action: ParsedAction | ModelToolCall,
  options: ExecuteActionOptions,
): Promise<ActionRecord> {
  checkOptions(options, required(fields(optionRules())), refuseOption);
  const { context, maxOutputChars = defaultMaxOutputChars, ...others } = options;
  const call = toCall(action);
  const place = context ?? placeOf(options);
  const tools = createToolSet([...listTools<Tool>(options.tools), ...finishTools]);
  const outcome = await performCall(call, place, { ...(others as CallOptions), tools });
  if (outcome.type === 'final') throw outcome.thrown;
  return recordCall(call, outcome, maxOutputChars);
}

/** `span` is the place of an action in a text; an action built by hand has none. */
const actionRule = rule(
  'an action that parseActions found, or a native call { id, name, arguments }',
  (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const { name, params, span, id } = value as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') return false;
    return typeof params === 'string'
      ? span === undefined || Array.isArray(span)
      : typeof id === 'string' && 'arguments' in value;
  },
);

const optionRules = (): OptionRules<ExecuteActionOptions> => ({
  tools: required(toolsRule()),
  approve: callable,
  abortSignal,
  timeoutMs: positiveNumber,
  maxOutputChars: bound(),
  context: parentRule,
});

function toCall(action: ParsedAction | ModelToolCall): ActionCall {
  checkOption('action', action, required(actionRule), refuseOption);
  if ('params' in action) {
    const { name, params, span } = action as Omit<ParsedAction, 'span'> & Partial<ParsedAction>;
    const callId = `text_at_${span?.[0] ?? 0}`;
    return Object.freeze({ callId, action: name, source: 'text', arguments: params, word: null });
  }
  const { id, name, arguments: given } = action;
  return Object.freeze({
    callId: id,
    action: name,
    source: 'native',
    arguments: takeArguments(given),
    word: null,
  });
}

/** The arguments as data: JSON text, or a value that the caller built. */
function takeArguments(given: unknown): unknown {
  try {
    return given === undefined ? given : toData(given, 'action.arguments', dataLimits);
  } catch (error) {
    if (!DataError.isInstance(error)) throw error;
    throw refuseOption({ option: 'action', message: `${error.message}.` });
  }
}

/** The place of a call outside a run. */
function placeOf({
  abortSignal: signal = new AbortController().signal,
}: ExecuteActionOptions): CallPlace {
  const runId = newRunId();
  const effects = createEffectSeam(createInProcessExecutor({ attempts: 1 }), {
    runId,
    depth: 0,
    nonce: runId,
    step: () => 0,
    abortSignal: () => signal,
  });
  return { runId, step: 0, abortSignal: signal, effects };
}
