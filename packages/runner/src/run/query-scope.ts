import type { StopReason } from '@rlm/kernel';
import type { LlmCall, RefusedAnswer } from '@rlm/repl-types';
import { createShownMarks, finalMarks, type ShownMarks } from '@rlm/termination/shown';

import type { RlmContext } from './events.js';
import type { CoverageWatch } from '../reading/watch-coverage.js';
import { createKeptBytes, type KeptBytes } from '../kept-bytes.js';
import type { RlmPlan } from './rlm-plan.js';
import { noCalls, type RlmCalls } from '../result.js';
import type { Notice } from './notice.js';

/** The sub-queries that were refused or failed: how many by code and status (20 at most, others by an empty text), and the first one's message. */
export interface Unanswered {
  readonly codes: Map<string, number>;
  readonly first: string;
}

/** Where the sub-queries of a run are counted and reported: its current step, and its totals. */
export interface QueryScope {
  readonly plan: RlmPlan;
  readonly calls: { -readonly [Key in keyof RlmCalls]: RlmCalls[Key] };
  /** Whether the model was shown texts that contain finals: previews, output, errors. */
  readonly shown: ShownMarks;
  /** The record of what the run reads, if one is kept. */
  coverage: CoverageWatch | undefined;
  /** The run's context in the current step. */
  context: RlmContext;
  /** The calls of the current step. */
  records: LlmCall[];
  /** The notices of the current step's sub-queries. */
  notices: Notice[];
  /**
   * What ends the run after its cell: the first limit that a sub-query reached, or an unknown cost.
   */
  stop: StopReason | null;
  /** The step in which the limit of sub-queries was first reached; null before. */
  usedUpIn: number | null;
  /** How many answers of the current step were cut off at their length limit. */
  cutOff: number;
  /** How many sub-queries of the current step were asked one after the other; less than 0 once some were asked at the same time. */
  inTurn: number;
  /** How many sub-queries the run has started. */
  begun: number;
  /** How many questions to sub-models are still unanswered. */
  underWay: number;
  /** The sub-queries that were not answered; absent if there are none. */
  unanswered?: Unanswered;
  /** Whether the run has reported that a limit lets few sub-queries run at once. */
  hasNarrowLimit: boolean;
  /** Whether the model was told how lines are shown that look like the runner's own. */
  hasQuoted: boolean;
  /** Whether any code has run. */
  executed: boolean;
  /** Names that code has set or used which was not run. */
  readonly unrun: Set<string>;
  /** The answer that the run would have ended with, if it was refused: no step has it. */
  lastRefused: RefusedAnswer | null;
  /** What the run keeps, in bytes. */
  readonly kept: KeptBytes;
}

/** Creates a scope with nothing counted. */
export function createScope(plan: RlmPlan, context: RlmContext): QueryScope {
  return {
    plan,
    context,
    coverage: undefined,
    calls: { ...noCalls },
    shown: createShownMarks([...finalMarks, ...proseMarks(plan)]),
    records: [],
    notices: [],
    stop: null,
    usedUpIn: null,
    cutOff: 0,
    inTurn: 0,
    begun: 0,
    hasQuoted: false,
    executed: false,
    unrun: new Set(),
    lastRefused: null,
    underWay: 0,
    hasNarrowLimit: false,
    kept: createKeptBytes(),
  };
}

/**
 * The marks of the finals that a plan reads in prose; for a dialect without marks, one that every
 * text contains.
 */
function proseMarks({ dialects }: RlmPlan): readonly string[] {
  return dialects.flatMap(({ readProse, marks = [''] }) => (readProse === undefined ? [] : marks));
}

/**
 * Whether a final in prose only proposes an answer, because the model was shown a text that
 * contains such a mark.
 */
export function onlyProposes({ plan, shown }: QueryScope): boolean {
  return shown.has(proseMarks(plan));
}

/** Prepares a scope for the next step. */
export function beginStep(scope: QueryScope, context: RlmContext): void {
  Object.assign(scope, { context, records: [], notices: [], cutOff: 0, inTurn: 0 });
}
