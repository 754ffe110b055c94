import type { ActionResult } from '@rlm/policies';
import type { RewardSignal } from '@rlm/policies/reward';

import type { StopReason } from '../contract/stop-reason.js';
import type { ModelEvent } from '../model/model-events.js';

/** The fields of every event of a run, whether the kernel or the protocol publishes it. */
export interface EventOrigin {
  readonly runId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** 0 for a run that the caller started. */
  readonly depth: number;
  /** The current step, from 1; 0 before the first. */
  readonly step: number;
  /** Set in a resumed run if the event repeats what happened before. */
  readonly replayed?: true;
  /** Characters left out of the middle of its long texts, because it was not read in time. */
  readonly shortened?: number;
}

/** What a policy decided when it was asked whether the run goes on. */
export interface PolicyDecision {
  /** The policy's name. */
  readonly policy: string;
  readonly terminate: boolean;
  /** The rule that ends the run. */
  readonly code?: string;
  /** The policy's reason or note; absent without one. */
  readonly reason?: string | undefined;
}

/**
 * The kernel's own events. The order of a run's events is `run-start (step-start <the protocol's>
 * step-end)* [wrap-up-start wrap-up-end] [error] run-end`. A `policy-decision` follows a `step-end`
 * for each policy that is asked then, and comes before a step if a policy ends the run there. A
 * step that was interrupted has no `step-end`.
 */
export type KernelEvent<Result = unknown> =
  | { readonly type: 'run-start'; readonly protocol: string; readonly maxSteps: number }
  | { readonly type: 'step-start' }
  | ModelEvent
  /**
   * An attempt at a model call (`kind`: `model`, `sub-query`) or another effect failed, and another
   * attempt follows after a wait: because of a provider's rate limit, say. `attempt`, from 1, is
   * the one that failed, of at most `maxAttempts`. `untilMs` is when the next one starts, on the
   * run's clock (by default milliseconds since 1970). A resumed run does not repeat this event.
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
  /** `reward`: the value of the step and the reason for it, in a run with the option `reward`. */
  | {
      readonly type: 'step-end';
      readonly result: ActionResult;
      readonly durationMs: number;
      readonly reward?: RewardSignal | undefined;
    }
  /** `metrics`: the figures that the policy received. */
  | ({
      readonly type: 'policy-decision';
      readonly when: 'before' | 'after';
      readonly metrics: Readonly<Record<string, number>>;
    } & PolicyDecision)
  /** A limit, a policy or a guard stopped the run, and the run asks for its best answer. */
  | { readonly type: 'wrap-up-start'; readonly stop: StopReason }
  | { readonly type: 'wrap-up-end'; readonly answered: boolean }
  /** The run failed; `run-end` follows. */
  | { readonly type: 'error'; readonly error: unknown }
  /**
   * A reader was too late or too slow: `count` events, of about `bytes` bytes, are missing here.
   * Each reader gets its own event; a reader that keeps up gets none.
   */
  | { readonly type: 'events-dropped'; readonly count: number; readonly bytes: number }
  /** The one terminal event: every run has it, and it is the last. */
  | { readonly type: 'run-end'; readonly result: Result };

/**
 * An event as a reader of a run gets it: the kernel's, the protocol's, or that of a child run,
 * which is passed on unchanged (`runId` tells them apart).
 */
export type RunEvent<Event extends { readonly type: string }, Result = unknown> = EventOrigin &
  (KernelEvent<Result> | Event);

/** An event with its origin, of any protocol. */
export type PublishedEvent = EventOrigin & { readonly type: string };

/** Takes the place of dropped events. */
export type EventsDropped = EventOrigin & Extract<KernelEvent, { type: 'events-dropped' }>;
