import type { StopReason } from '@rlm/kernel';
import type { LlmCall, RefusedAnswer } from '@rlm/repl-types';
import { createShownMarks, finalMarks, type ShownMarks } from '@rlm/termination/shown';

import type { RlmContext } from './events.js';
import type { CoverageWatch } from '../reading/watch-coverage.js';
import { createKeptBytes, type KeptBytes } from '../kept-bytes.js';
import type { RlmPlan } from './rlm-plan.js';
import { noCalls, type RlmCalls } from '../result.js';
import type { Notice } from './notice.js';

/** Where the sub-queries of one run are counted and told of: its present step, and its totals. */
export interface QueryScope {
  readonly plan: RlmPlan;
  readonly calls: { -readonly [Key in keyof RlmCalls]: RlmCalls[Key] };
  /** Whether the model was shown texts that hold finals: previews, output, errors. */
  readonly shown: ShownMarks;
  /** The account of what the run reads, where it is kept. */
  coverage: CoverageWatch | undefined;
  /** The run's context in the present step. */
  context: RlmContext;
  /** The calls of the present step. */
  records: LlmCall[];
  /** What the present step's sub-queries have to say to the model. */
  notices: Notice[];
  /** What ends the run after its cell: the first limit that a sub-query ran into, or a cost that nobody knows. */
  stop: StopReason | null;
  /** How many answers of the present step were cut off at their length limit. */
  cutOff: number;
  /** How many sub-queries the run has begun. */
  begun: number;
  /** How many questions to sub-models have no answer yet. */
  underWay: number;
  /** Whether the run was told that a limit lets few sub-queries run at once. */
  hasNarrowLimit: boolean;
  /** Whether any code has run. */
  executed: boolean;
  /** The last words that the run was to end with, if they were refused: no step has them. */
  lastRefused: RefusedAnswer | null;
  /** What the run keeps, in bytes. */
  readonly kept: KeptBytes;
}

/** A new scope, with nothing counted. */
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
    cutOff: 0,
    begun: 0,
    executed: false,
    lastRefused: null,
    underWay: 0,
    hasNarrowLimit: false,
    kept: createKeptBytes(),
  };
}

/** The marks of the finals that a plan reads in prose; one that every text holds for a dialect without marks. */
function proseMarks({ dialects }: RlmPlan): readonly string[] {
  return dialects.flatMap(({ readProse, marks = [''] }) => (readProse === undefined ? [] : marks));
}

/** Whether a final in prose only proposes an answer, since a text that the model was shown holds the mark of one. */
export function onlyProposes({ plan, shown }: QueryScope): boolean {
  return shown.has(proseMarks(plan));
}

/** Makes a scope that of a step that begins. */
export function beginStep(scope: QueryScope, context: RlmContext): void {
  Object.assign(scope, { context, records: [], notices: [], cutOff: 0 });
}
