import type { ActionResult } from '@rlm/policies';
import type { RewardSignal } from '@rlm/policies/reward';

import type { StopReason } from '../contract/stop-reason.js';
import type { ModelEvent } from '../model/model-events.js';

/** What every event of a run carries, the kernel's and the protocol's. */
export interface EventOrigin {
  readonly runId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** 0 for a run that the caller started. */
  readonly depth: number;
  /** The step under way, from 1; 0 before the first. */
  readonly step: number;
  /** In a run that was resumed: it tells of what happened before. */
  readonly replayed?: true;
  /** Characters that were left out of its long texts, in their middle: it was not read in time. */
  readonly shortened?: number;
}

/** What a policy said when it was asked whether the run goes on. */
export interface PolicyDecision {
  /** Its name. */
  readonly policy: string;
  readonly terminate: boolean;
  /** The rule that ends the run. */
  readonly code?: string;
  /** Its reason, or its note; absent if it gave none. */
  readonly reason?: string;
}

/**
 * The kernel's own events. The order of a run's events is
 * `run-start (step-start <the protocol's> step-end)* [wrap-up-start wrap-up-end] [error] run-end`, with a `policy-decision` for
 * each policy that is asked behind a `step-end`, or ends the run before a step; a step that was interrupted has no `step-end`.
 */
export type KernelEvent<Result = unknown> =
  | { readonly type: 'run-start'; readonly protocol: string; readonly maxSteps: number }
  | { readonly type: 'step-start' }
  | ModelEvent
  /**
   * An attempt at a call of a model (`kind`: `model`, `sub-query`) or another effect failed, and another follows after a wait: a provider's
   * rate limit, say. `attempt` failed, from 1, of at most `maxAttempts`; `untilMs` is the time of the run's clock (by default milliseconds
   * since 1970) at which the next one starts. A run that is resumed does not repeat it.
   */
  | {
      readonly type: 'retry';
      readonly kind: string;
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly error: { readonly code: string; readonly message: string };
      readonly waitMs: number;
      readonly untilMs: number;
    }
  /** `reward`: the value of the step, and why, in a run with the option `reward`. */
  | {
      readonly type: 'step-end';
      readonly result: ActionResult;
      readonly durationMs: number;
      readonly reward?: RewardSignal;
    }
  /** `metrics`: the figures that the policy was shown. */
  | ({
      readonly type: 'policy-decision';
      readonly when: 'before' | 'after';
      readonly metrics: Readonly<Record<string, number>>;
    } & PolicyDecision)
  /** A limit, a policy or a guard stopped the run, and its best answer is being asked for. */
  | { readonly type: 'wrap-up-start'; readonly stop: StopReason }
  | { readonly type: 'wrap-up-end'; readonly answered: boolean }
  /** The run failed; `run-end` follows. */
  | { readonly type: 'error'; readonly error: unknown }
  /**
   * A reader was too late or too slow: this many events are missing here, of about so many bytes. Each reader gets its own; whoever
   * keeps up gets none.
   */
  | { readonly type: 'events-dropped'; readonly count: number; readonly bytes: number }
  /** The one terminal event: always the last of its run, and always there. */
  | { readonly type: 'run-end'; readonly result: Result };

/**
 * An event as a reader of a run gets it: the kernel's, the protocol's, or a child's that was passed on
 * unchanged (told apart by `runId`).
 */
export type RunEvent<Event extends { readonly type: string }, Result = unknown> = EventOrigin &
  (KernelEvent<Result> | Event);

/** An event with its origin, of whatever protocol. */
export type PublishedEvent = EventOrigin & { readonly type: string };

/** What takes the place of events that were dropped. */
export type EventsDropped = EventOrigin & Extract<KernelEvent, { type: 'events-dropped' }>;
