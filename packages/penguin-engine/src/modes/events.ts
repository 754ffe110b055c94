import type { FinishStatus, RunContext, RunEvent, ActionRecord } from '@rlm/kernel';

import type { ActionDiagnostic } from '../actions/types.js';
import type { EngineResult } from './result.js';

/** The codes of a run's diagnostics: those of the text itself, and others. */
export type EngineDiagnosticCode =
  | ActionDiagnostic['code']
  | 'near_miss_call'
  | 'arguments_ignored'
  | 'suspected_injection'
  | 'actions_dropped'
  | 'reply_cut_off';

/** The events that both modes add to the kernel's. */
export type TurnEvent =
  | {
      readonly type: 'action-start';
      readonly action: string;
      readonly callId: string;
      readonly arguments: unknown;
    }
  | { readonly type: 'action-end'; readonly record: ActionRecord }
  /** Something in a reply was not run. */
  | {
      readonly type: 'diagnostic';
      readonly code: EngineDiagnosticCode;
      readonly message: string;
    }
  /** The oldest messages no longer fit the context window. */
  | { readonly type: 'context-trim'; readonly dropped: number };

/** The events that only `runTask` adds. */
export type TaskEvent =
  | {
      readonly type: 'task-start';
      readonly taskId: string;
      readonly taskName: string;
      readonly maxSteps: number;
    }
  | {
      readonly type: 'task-progress';
      readonly iteration: number;
      readonly maxSteps: number;
      /** Percent of `maxSteps` that has been used, rounded down. */
      readonly progress: number;
    }
  /** A person decided about the finished task (`review: 'wait'`). If not approved, work goes on. */
  | {
      readonly type: 'task-review';
      readonly approved: boolean;
      /** Why, if the person said so; the model reads the reason of a rejection. */
      readonly reason?: string | undefined;
      /** Who decided, if known. */
      readonly reviewer?: string | undefined;
      /** What `finish_task` said: the status and summary that the person decided about. */
      readonly status: FinishStatus;
      readonly summary: string | null;
    }
  /**
   * The model has finished the task, or the task failed (`failed`). No other end of a run publishes
   * it.
   */
  | {
      readonly type: 'task-end';
      readonly status: 'pending_review';
      readonly response: string;
      readonly iteration: number;
      readonly maxSteps: number;
      readonly finishStatus: FinishStatus;
      readonly finishSummary: string | null;
      readonly requiresReview: true;
    }
  | {
      readonly type: 'task-end';
      readonly status: 'failed';
      readonly iteration: number;
      readonly maxSteps: number;
      readonly error: string;
    };

/** The events that only the agent loop publishes. */
export type EngineOwnEvent = TurnEvent | TaskEvent;

/** The run as a step sees it, with the events that it publishes. */
export type EngineContext = RunContext<EngineOwnEvent>;

/** Any event of `runResponse` and `runTask`; each has `runId`, `parentId`, `depth` and `step`. */
export type EngineEvent = RunEvent<EngineOwnEvent, EngineResult>;
