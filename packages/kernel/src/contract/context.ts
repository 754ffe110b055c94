import type { ActionResult } from '@rlm/policies';

import type { Ledger } from './ledger.js';
import type { EffectSeam } from './effects.js';
import type { Clock } from '../platform/clock.js';
import type { StepStatus } from './step-status.js';

/** The key under which a context holds its run's scope, so that a child run finds its parent's. */
export const scopeKey: unique symbol = Symbol.for('@rlm/kernel/run-scope');

/** A run as its protocol sees it. `Event`: the events that it publishes. */
export interface RunContext<Event extends { readonly type: string } = { readonly type: string }> {
  readonly runId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** The seed of the run's random numbers, and of those of the code that it runs. */
  readonly seed: string;
  /** 0 for a run that the caller started itself, 1 more for each level of child runs. */
  readonly depth: number;
  /** The current step, from 1; 0 before the first, `maxSteps + 1` in the wrap-up at the limit. */
  readonly step: number;
  readonly maxSteps: number;
  /** Aborted when the run is; every call and every wait must respect it. */
  readonly abortSignal: AbortSignal;
  readonly clock: Clock;
  /** A number in [0, 1) from a generator seeded with the run's seed, which is its id by default. */
  random(): number;
  /**
   * What the whole tree of runs may still use at this moment. Only work below the effect seam may
   * depend on it: what a run says or does itself depends on `status`.
   */
  readonly ledger: Ledger;
  /** Time and budget as the run last read them; a replay sees the same values. */
  readonly status: StepStatus;
  /** Reads `status` again. The kernel does so before the first step, and after each step in which the protocol did not. */
  refreshStatus(): Promise<StepStatus>;
  /** The seam that every nondeterministic input of the run passes through. */
  readonly effects: EffectSeam;
  /** Publishes an event at once, in the stream of this run and of every run above it. */
  emit(event: Event): void;
  /**
   * Asks the run's policies about an answer of the model, before the step is `final`. Returns what
   * the model has to know if a policy sends the answer back, else undefined. A protocol asks about
   * every such answer except that of `wrapUp`.
   */
  reviewAnswer(result: ActionResult): Promise<SentBack | undefined>;
  /** Adds to the outcome's `diagnostics`. */
  diagnose(diagnostic: Diagnostic): void;
}

/**
 * Why a policy sent an answer back: the code of its rule, and the reason, which the model reads.
 */
export interface SentBack {
  readonly code: string;
  readonly reason: string;
}

/** Something that went wrong in a run, or was repaired, without ending it. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly step?: number;
}
