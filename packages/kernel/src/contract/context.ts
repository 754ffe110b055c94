import type { ActionResult } from '@rlm/policies';

import type { Ledger } from './ledger.js';
import type { EffectSeam } from './effects.js';
import type { Clock } from '../platform/clock.js';
import type { StepStatus } from './step-status.js';

/** The key under which a context holds its run's scope, so that a child finds its parent's. */
export const scopeKey: unique symbol = Symbol.for('@rlm/kernel/run-scope');

/** What a protocol sees and uses of its run. `Event`: the events that it publishes. */
export interface RunContext<Event extends { readonly type: string } = { readonly type: string }> {
  readonly runId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** What the run's random numbers, and those of code that it runs, are seeded by. */
  readonly seed: string;
  /** 0 for a run that nobody started but the caller. */
  readonly depth: number;
  /** The step under way, from 1; 0 before the first, `maxSteps + 1` in the wrap-up at the limit. */
  readonly step: number;
  readonly maxSteps: number;
  /** Aborted when the run is; every call and wait must heed it. */
  readonly abortSignal: AbortSignal;
  readonly clock: Clock;
  /** A number in [0, 1), seeded from the run's seed: by default its id. */
  random(): number;
  /**
   * What the whole tree of runs may still use, at this very moment: for what is asked for below the seam. What a run says or does
   * by itself reads `status`.
   */
  readonly ledger: Ledger;
  /** Time and budget as the run last read them, so that a replay knows the same. */
  readonly status: StepStatus;
  /** Reads `status` again. The kernel does so before the first step, and after each step in which the protocol did not. */
  refreshStatus(): Promise<StepStatus>;
  /** Through which every nondeterministic input of the run passes. */
  readonly effects: EffectSeam;
  /** Publishes an event at once, in the stream of this run and of those above it. */
  emit(event: Event): void;
  /**
   * Asks the run's policies about an answer that the model gave, before the step is `final`: what the model is to be told where one sends
   * it back, else undefined. A protocol asks for each such answer but that of `wrapUp`.
   */
  reviewAnswer(result: ActionResult): Promise<SentBack | undefined>;
  /** Adds to the outcome's `diagnostics`. */
  diagnose(diagnostic: Diagnostic): void;
}

/** An answer that a policy sent back: its rule, and what the model is told. */
export interface SentBack {
  readonly code: string;
  readonly reason: string;
}

/** Something that went wrong or was repaired beside a run, without ending it. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly step?: number;
}
