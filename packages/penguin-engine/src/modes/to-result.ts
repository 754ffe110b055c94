import { definedFields } from '@rlm/repl-types/internal';
import type { FinishOutcome, Outcome, StopReason } from '@rlm/kernel';
import { resultHead, shortCount, shortText, showInShort } from '@rlm/kernel/internal';
import type { ModelMessage } from '@rlm/kernel/model';
import { RlmError } from '@rlm/repl-types';

import { faultMessage } from './failure.js';
import type { TaskOptions } from './options.js';
import type { EngineMode, EngineResult, EngineStatus, EngineStep } from './result.js';
import type { EngineSetup, EngineState } from './state.js';
import { taskAfter, taskOf } from './task-course.js';

/**
 * Makes the result of a run from the kernel's outcome and the state, which is undefined if the run
 * ended before it was opened.
 */
export function toResult(
  { mode, options }: EngineSetup,
  outcome: Outcome<FinishOutcome>,
  state: EngineState | undefined,
): EngineResult {
  const result = resultOf(mode, outcome, state, options);
  if (mode === 'response') return Object.freeze(showInShort(result, shortOf));
  const task = taskAfter(
    taskOf(options, outcome.runId),
    state?.hasStarted ?? false,
    result,
    state?.reviewed?.decision ?? undefined,
  );
  return Object.freeze(showInShort({ ...result, task }, shortOf));
}

/** What a console shows of a result beside how it ended. */
function shortOf(result: EngineResult): Readonly<Record<string, unknown>> {
  const { status, assistantResponse, finishSummary, actionResults, messages, task } = result;
  return definedFields({
    status,
    finishSummary: finishSummary && shortText(finishSummary),
    assistantResponse: shortText(assistantResponse),
    actionResults: shortCount(actionResults.length, 'action'),
    messages: shortCount(messages.length, 'message'),
    task: task && { id: task.id, status: task.status },
  });
}

function resultOf(
  mode: EngineMode,
  outcome: Outcome<FinishOutcome>,
  state: EngineState | undefined,
  options: TaskOptions,
): EngineResult {
  const finalOutput = state?.finalOutput ?? null;
  const base = {
    ...resultHead(outcome, stepsOf(state)),
    status: statusOf(mode, outcome, state),
    assistantResponse: state?.assistantResponse ?? '',
    // A run that ended before it was opened leaves the conversation as it was.
    messages: state?.messages ?? ([...(options.messages ?? [])] as ModelMessage[]),
    actionResults: Object.freeze([...(state?.actionResults ?? [])]),
    rewards: outcome.rewards,
    diagnostics: outcome.diagnostics,
  };
  switch (outcome.status) {
    case 'final':
      return definedFields({
        ...base,
        ...finishFields(mode, outcome.answer, base.status),
        finalOutput: finalOutput ?? undefined,
      });
    case 'failed':
      return { ...base, error: faultMessage(outcome.error), cause: outcome.error };
    case 'suspended': {
      const finish = state?.reviewed?.finish;
      return finish === undefined ? base : { ...base, ...finishFields(mode, finish, base.status) };
    }
    case 'aborted':
      return { ...base, error: outcome.stop.message, cause: outcome.stop.error };
    case 'stopped': {
      // The model's text is the answer of such a task.
      if (base.status === 'implicit_completion') return base;
      return { ...base, error: outcome.stop.message };
    }
  }
}

function stepsOf(state: EngineState | undefined): readonly EngineStep[] {
  const steps = state?.steps ?? [];
  return Object.freeze(
    steps.map((step) => Object.freeze({ ...step, actions: Object.freeze([...step.actions]) })),
  );
}

function finishFields(
  mode: EngineMode,
  { status, summary }: FinishOutcome,
  runStatus: EngineStatus,
): Partial<EngineResult> {
  return definedFields({
    finishStatus: mode === 'task' ? status : undefined,
    requiresReview: runStatus === 'pending_review' ? true : undefined,
    finishSummary: summary ?? undefined,
  });
}

function statusOf(
  mode: EngineMode,
  outcome: Outcome<FinishOutcome>,
  state: EngineState | undefined,
): EngineStatus {
  const isApproved = state?.reviewed?.decision?.approved === true;
  switch (outcome.status) {
    case 'final':
      return mode === 'response' || isApproved ? 'completed' : 'pending_review';
    case 'suspended':
      return state?.reviewed === null || state === undefined ? 'suspended' : 'pending_review';
    case 'aborted':
      return 'aborted';
    case 'failed':
      return statusOfError(outcome.error);
    case 'stopped':
      return statusOfStop(mode, outcome.stop);
  }
}

function statusOfStop(mode: EngineMode, { finishReason, code }: StopReason): EngineStatus {
  switch (finishReason) {
    case 'max_steps':
      return mode === 'response' ? 'max_iterations' : 'iterations_exceeded';
    case 'max_tokens':
    case 'max_cost':
    case 'max_calls':
    case 'max_sub_queries':
    case 'max_depth':
    case 'timeout':
      return 'budget_limited';
    case 'guard':
      return guardStatuses.find((status) => status === code) ?? 'stopped';
    case 'aborted':
      return 'aborted';
    case 'error':
    case 'max_errors':
      return 'error';
    case 'suspended':
      return 'suspended';
    case 'stopped':
    case 'policy':
      return 'stopped';
  }
}

const guardStatuses: readonly EngineStatus[] = [
  'implicit_completion',
  'repeated_response',
  'repeated_empty_tool_only_iterations',
  'malformed_action_output',
];

/** A provider's fault has a status of its own; a plain error has none. */
function statusOfError(error: unknown): EngineStatus {
  if (!RlmError.isInstance(error)) return 'error';
  if (error.code === 'llm_empty_response_error') return 'llm_empty_response_error';
  if (error.code === 'provider_recoverable_error') return 'provider_recoverable_error';
  return error.code === 'provider_error' ? 'provider_error' : 'error';
}
