import type { Run, RunContext } from '@rlm/penguin-engine/kernel';
import { createGate, type Gate } from '@rlm/repl-types/concurrency';

import type { RlmEvent } from '../events.js';
import type { RlmLimits } from '../options/limits.js';
import type { RlmResult } from '../result.js';

import { createInFlight, type InFlight } from '../query/in-flight.js';
import type { RlmPlan } from './rlm-plan.js';

/** Starts a child run of the run whose context is given. */
export type StartChild = (
  plan: RlmPlan,
  parent: RunContext,
  abortSignal: AbortSignal,
) => Run<RlmEvent, RlmResult>;

/** What a run and all runs below it share. */
export interface RlmTree {
  /** One bound for all sub-queries. */
  readonly queries: Gate;
  /** A bound for the child runs of each depth: a parent waits for its children, never they for it. */
  children(depth: number): Gate;
  readonly inFlight: InFlight;
  readonly startChild: StartChild;
}

/** The shared part of a new tree of runs. */
export function createTree(limits: Readonly<Required<RlmLimits>>, startChild: StartChild): RlmTree {
  const gates = new Map<number, Gate>();
  return {
    queries: createGate(limits.maxConcurrentQueries),
    children(depth) {
      const gate = gates.get(depth) ?? createGate(limits.maxConcurrentRuns);
      gates.set(depth, gate);
      return gate;
    },
    inFlight: createInFlight(),
    startChild,
  };
}
