import type { RunContext } from '@rlm/kernel';

import type { RlmEventBody } from './run/events.js';

/** What is left after the present turn. */
export function budgetEvent(context: RunContext): RlmEventBody {
  const left = context.status.remaining;
  const { maxTokens, maxCostUsd, maxSubQueries, timeoutMs } = context.ledger.limits;
  return {
    type: 'budget',
    stepsLeft: Math.max(0, context.maxSteps - context.step),
    tokensLeft: left.tokens,
    costUsdLeft: left.costUsd,
    subQueriesLeft: left.subQueries,
    timeLeftMs: left.timeMs,
    limits: {
      ...(maxTokens !== undefined && { maxTokens }),
      ...(maxCostUsd !== undefined && { maxCostUsd }),
      ...(maxSubQueries !== undefined && { maxSubQueries }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
  };
}

/** What is left, in a line for the model; only what is bounded. */
export function renderBudget(context: RunContext): string {
  const left = context.status.remaining;
  const turns = Math.max(0, context.maxSteps - context.step);
  const parts = [
    `${String(turns)} ${turns === 1 ? 'turn' : 'turns'}`,
    ...(Number.isFinite(left.subQueries) ? [`${String(left.subQueries)} sub-queries`] : []),
    ...(Number.isFinite(left.tokens) ? [`${String(Math.floor(left.tokens))} tokens`] : []),
    ...(Number.isFinite(left.costUsd) ? [`$${left.costUsd.toFixed(4)}`] : []),
  ];
  return `Left: ${parts.join(', ')}.`;
}
