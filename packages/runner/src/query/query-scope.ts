import type { RunContext, StopReason } from '@rlm/penguin-engine/kernel';
import type { LlmCall } from '@rlm/repl-types';
import type { ShownTexts } from '@rlm/termination/internal';
import { createShownTexts } from '@rlm/termination/shown';

import type { CoverageWatch } from '../reading/watch-coverage.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import { noCalls, type RlmCalls } from '../result.js';
import type { Notice } from '../turn/notice.js';

/** Where the sub-queries of one run are counted and told of: its present step, and its totals. */
export interface QueryScope {
  readonly plan: RlmPlan;
  readonly calls: { -readonly [Key in keyof RlmCalls]: RlmCalls[Key] };
  /** What the sub-queries and tools of the run gave. */
  readonly answers: ShownTexts;
  /** What the programs of the run printed, as the model was shown it. */
  readonly printed: ShownTexts;
  /** The account of what the run reads, where it is kept. */
  coverage: CoverageWatch | undefined;
  /** The run's context in the present step. */
  context: RunContext;
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
}

/** A new scope, with nothing counted. */
export function createScope(plan: RlmPlan, context: RunContext): QueryScope {
  return {
    plan,
    context,
    coverage: undefined,
    calls: { ...noCalls },
    answers: rememberShown(plan),
    printed: rememberShown(plan),
    records: [],
    notices: [],
    stop: null,
    cutOff: 0,
    begun: 0,
  };
}

/**
 * A memory of what the model was shown, for the finals of a plan's dialects and for those that policies look for. A
 * dialect without marks may write its final in any way: then every text is kept.
 */
function rememberShown({ dialects }: RlmPlan): ShownTexts {
  const read = dialects.filter(({ readProse }) => readProse !== undefined);
  if (read.some(({ marks }) => marks === undefined)) return createShownTexts();
  return createShownTexts({
    marks: ['final', 'submit', ...read.flatMap(({ marks = [] }) => marks)],
  });
}

/** Whether a call, as the model wrote it, stands in what was printed, or in what tools and sub-models gave. */
export function isShown(call: string, { answers, printed }: QueryScope): boolean {
  return printed.holds(call) || answers.holds(call);
}

/** Makes a scope that of a step that begins. */
export function beginStep(scope: QueryScope, context: RunContext): void {
  Object.assign(scope, { context, records: [], notices: [], cutOff: 0 });
}
