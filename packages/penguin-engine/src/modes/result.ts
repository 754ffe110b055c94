import type { Diagnostic, FinishStatus, RunResult, ActionRecord } from '@rlm/kernel';
import type { ModelMessage } from '@rlm/kernel/model';
import type { FinalSignal } from '@rlm/repl-types';

import type { Task } from '../task/task.js';

/** The two ways of running: a conversation's answer, or a task that a person reviews. */
export type EngineMode = 'response' | 'task';

/** How a run ended: one closed union for both modes. */
export type EngineStatus =
  /** Response: finished, by `finish_response` or with a plain answer. */
  | 'completed'
  /** Response: the step limit was reached. */
  | 'max_iterations'
  /** Task: `finish_task` was called; a person must review, whatever the finish status. */
  | 'pending_review'
  /** Task: the step limit was reached. */
  | 'iterations_exceeded'
  /** Task: a reply without an action; the model has finished without saying so. */
  | 'implicit_completion'
  /**
   * It waits for a person to approve a call (`stop.wait`), and can be resumed with the decision.
   */
  | 'suspended'
  /** `shouldStop` or a policy stopped it. */
  | 'stopped'
  | 'aborted'
  | 'error'
  /** The model returned an empty reply, and another one when it was asked again. */
  | 'llm_empty_response_error'
  /** The provider failed in a way that another attempt would not change. */
  | 'provider_error'
  /** The provider failed, and so did all further attempts. */
  | 'provider_recoverable_error'
  /** A limit on tokens, cost, calls or time was reached. */
  | 'budget_limited'
  /** The guard: the same or trivial replies, step after step. */
  | 'repeated_response'
  /** The guard: the same calls without any text, step after step. */
  | 'repeated_empty_tool_only_iterations'
  /** The guard: actions that could not be read, step after step. */
  | 'malformed_action_output';

/** One reply of the model, and what followed from it. */
export interface EngineStep {
  /** The number of the step, from 1, as in its events. */
  readonly step: number;
  /** The reply, including actions; empty if the model call failed. */
  readonly reply: string;
  /** The records of the calls that the step made, in order; `actionResults` has them too. */
  readonly actions: readonly ActionRecord[];
}

/** The result of a run, as frozen data. */
export interface EngineResult extends RunResult<readonly EngineStep[]> {
  /** How it ended. */
  readonly status: EngineStatus;
  /**
   * The last reply, including actions, together with cut-off replies that it continues; empty
   * without a reply.
   */
  readonly assistantResponse: string;
  /**
   * The conversation including this run, in the form of the AI SDK's `ModelMessage`, with calls and
   * results: pass it to the next run as `messages`. It has neither the engine's system text nor
   * messages that the context window left out.
   */
  readonly messages: ModelMessage[];
  /** All calls of the run, in order. */
  readonly actionResults: readonly ActionRecord[];
  /** Task: the status that `finish_task` reported; only with `pending_review`. */
  readonly finishStatus?: FinishStatus;
  /** The summary of the finish tool, if there was one. */
  readonly finishSummary?: string;
  /**
   * What a tool or other host code passed to FINAL or SUBMIT, if that ended the run;
   * `finishSummary` is its text.
   */
  readonly finalOutput?: FinalSignal;
  /** Task: present and true with `pending_review`. */
  readonly requiresReview?: true;
  /** The reward of each step, in order; empty without the option `reward`. */
  readonly rewards: readonly number[];
  /** Task: the task with its current status, to store, approve or reject. */
  readonly task?: Task;
  /** What went wrong, as a sentence, if the status is a fault, a limit, or an abort. */
  readonly error?: string;
  /** The error itself. */
  readonly cause?: unknown;
  /**
   * What was not run and why, handlers that failed, repairs. At most 100 of them are about actions.
   */
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of `runTask`. */
export interface TaskResult extends EngineResult {
  readonly task: Task;
}
