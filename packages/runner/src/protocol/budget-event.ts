import type { RunContext } from '@rlm/penguin-engine/kernel';

import type { RlmEventBody } from '../events.js';

/** What is left after the present turn. */
export function budgetEvent(context: RunContext): RlmEventBody {
  const left = context.ledger.remaining();
  return {
    type: 'budget',
    stepsLeft: Math.max(0, context.maxSteps - context.step),
    tokensLeft: left.tokens,
    costUsdLeft: left.costUsd,
    subQueriesLeft: left.subQueries,
    timeLeftMs: left.timeMs,
  };
}
