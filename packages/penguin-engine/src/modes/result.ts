import type { Diagnostic, FinishStatus, RunResult } from '@rlm/kernel';
import type { ActionRecord } from '@rlm/kernel/internal';
import type { ModelMessage } from '@rlm/kernel/model';
import type { FinalSignal } from '@rlm/repl-types';

import type { Task } from '../task/task.js';

/** The two ways of running: a conversation's answer, or a task that a person reviews. */
export type EngineMode = 'response' | 'task';

/** How a run ended: one closed union for both modes. */
export type EngineStatus =
  /** Response: finished, by `finish_response` or by a plain answer. */
  | 'completed'
  /** Response: the limit of iterations was reached. */
  | 'max_iterations'
  /** Task: `finish_task` was called; a person must review, whatever its finish status. */
  | 'pending_review'
  /** Task: the limit of iterations was reached. */
  | 'iterations_exceeded'
  /** Task: a reply without an action; the model has finished without saying so. */
  | 'implicit_completion'
  /** It waits for a person to approve a call (`stop.wait`), and can be resumed with that. */
  | 'suspended'
  /** `shouldStop` or a policy stopped it. */
  | 'stopped'
  | 'aborted'
  | 'error'
  /** The model gave an empty reply, and another when it was asked again. */
  | 'llm_empty_response_error'
  /** The provider failed in a way that another attempt does not mend. */
  | 'provider_error'
  /** The provider failed, and so did the attempts that were made after it. */
  | 'provider_recoverable_error'
  /** A limit on tokens, cost, calls or time was reached. */
  | 'budget_limited'
  /** The guard: the same turns again and again, or trivial ones. */
  | 'repeated_response'
  /** The guard: the same calls again and again, without a word. */
  | 'repeated_empty_tool_only_iterations'
  /** The guard: actions that could not be read, turn after turn. */
  | 'malformed_action_output';

/** One reply of the model, and what followed from it. */
export interface EngineStep {
  /** The number of the step, from 1, as its events have it. */
  readonly step: number;
  /** The reply, actions included; empty if the call of the model failed. */
  readonly reply: string;
  /** The calls that the step made, in order: those of `actionResults`. */
  readonly actions: readonly ActionRecord[];
}

/** What a run came to: frozen data. */
export interface EngineResult extends RunResult<readonly EngineStep[]> {
  /** How it ended. */
  readonly status: EngineStatus;
  /** The last reply, actions included, with what it goes on with where one was cut off; empty when there was none. */
  readonly assistantResponse: string;
  /**
   * The conversation with this run's part, in the form of the AI SDK's `ModelMessage`, calls and results kept: the next run takes it as
   * `messages`. System text of the engine is not in it, nor what the context window left out.
   */
  readonly messages: ModelMessage[];
  /** All calls of the run, in order. */
  readonly actionResults: readonly ActionRecord[];
  /** Task: what `finish_task` said; only with `pending_review`. */
  readonly finishStatus?: FinishStatus;
  /** What the finish tool's summary was, if there was one. */
  readonly finishSummary?: string;
  /** What a tool or other host code gave to FINAL or SUBMIT, where that ended the run; `finishSummary` is its text. */
  readonly finalOutput?: FinalSignal;
  /** Task: present and true with `pending_review`. */
  readonly requiresReview?: true;
  /** What each turn was worth, in their order; empty without the option `reward`. */
  readonly rewards: readonly number[];
  /** Task: the task as it stands now, to be kept, approved or rejected. */
  readonly task?: Task;
  /** What went wrong, in a sentence; where the status names a fault, a limit, or an abort. */
  readonly error?: string;
  /** The fault itself. */
  readonly cause?: unknown;
  /** Remarks on the run: what was not run and why, handlers that failed, repairs. At most 100 of actions. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a run of `runTask` came to. */
export interface TaskResult extends EngineResult {
  readonly task: Task;
}
