import type { Clock, Run, RunContext, StandardSchema, ToolSet } from '@rlm/kernel';
import type { ModelLike } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';
import type { Semaphore } from '@rlm/repl-types/internal';
import type { Dialect } from '@rlm/termination/dialects';

import type { ContextSource } from '../context/context-source.js';
import type { RlmEvent } from './events.js';
import type { WholeLimits } from '../options/limits.js';
import type { ModelsAt } from '../options/models-at.js';
import type { RlmOptions } from '../options/run-options.js';
import type { CoverageWatch } from '../reading/watch-coverage.js';
import type { InFlight } from './in-flight.js';
import type { RlmResult } from '../result.js';

/**
 * One run with everything decided: options checked, defaults filled in, models chosen for its
 * depth.
 */
export interface RlmPlan extends ModelsAt {
  readonly options: RlmOptions<StandardSchema | undefined> & { readonly sandbox: SandboxBackend };
  readonly query: string;
  /** The last of the other messages, shortened; empty without any. */
  readonly earlier: string;
  readonly sources: readonly ContextSource[];
  readonly depth: number;
  readonly schema: StandardSchema | undefined;
  /** The caller's tools. */
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly maxDepth: number;
  readonly limits: WholeLimits;
  /** The dialects for finishing; each reads prose, in this order. */
  readonly dialects: readonly Dialect[];
  readonly clock: Clock | undefined;
  /** Whether a journal gets snapshots of the REPL's state after code that took long. */
  readonly snapshots: boolean;
  /** The record of the run that started this one, which also gets what this run reads. */
  readonly coverageAbove: CoverageWatch | undefined;
  /** What all runs of the tree share. */
  readonly tree: RlmTree;
}

/** Starts a child of the run with the given context. */
export type StartChild = (
  plan: RlmPlan,
  parent: RunContext,
  abortSignal: AbortSignal,
  name: string,
) => Run<RlmEvent, RlmResult>;

/** What a run and all runs below it share. */
export interface RlmTree {
  /** A limit for all sub-queries together. */
  readonly queries: Semaphore;
  /**
   * A limit for the child runs of each depth: a parent waits for its children, but they never wait
   * for it.
   */
  children(depth: number): Semaphore;
  readonly inFlight: InFlight;
  /** Models of which a reply has closed a thought that it had not opened. */
  readonly closers: Set<ModelLike>;
  readonly startChild: StartChild;
}
