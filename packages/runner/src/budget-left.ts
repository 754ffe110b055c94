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
      maxTokens,
      maxCostUsd,
      maxSubQueries,
      timeoutMs,
    },
  };
}

/**
 * What is left, in a line for the model; only what is bounded, sub-queries only after a step with some, and the time only if less than
 * a third of it is left.
 */
export function renderBudget(context: RunContext, hasAsked: boolean): string {
  const { maxSubQueries = Infinity, timeoutMs = Infinity } = context.ledger.limits;
  const { subQueries, timeMs } = context.status.remaining;
  const isLate = Number.isFinite(timeoutMs) && 3 * timeMs < timeoutMs;
  return renderLeft(context, hasAsked && subQueries < maxSubQueries, isLate ? timeMs : Infinity);
}

/** What there is at the start of a run, in a line for the model: the whole time, to the root run alone. */
export function renderFirstBudget(context: RunContext, depth: number): string {
  // The limit and not what the clock says is left: a resumed run has the same prompt.
  const { timeoutMs = Infinity } = context.ledger.limits;
  return renderLeft(context, true, depth > 0 ? Infinity : timeoutMs);
}

function renderLeft(context: RunContext, withSubQueries: boolean, timeMs = Infinity): string {
  const left = context.status.remaining;
  const turns = Math.max(0, context.maxSteps - context.step);
  const isCounted = withSubQueries && Number.isFinite(left.subQueries);
  const parts = [
    `${String(turns)} ${turns === 1 ? 'turn' : 'turns'}`,
    ...(isCounted ? [`${String(left.subQueries)} sub-queries`] : []),
    ...(Number.isFinite(left.tokens) ? [`${String(Math.floor(left.tokens))} tokens`] : []),
    ...(Number.isFinite(left.costUsd) ? [`$${left.costUsd.toFixed(4)}`] : []),
    ...(Number.isFinite(timeMs) ? [renderTime(Math.floor(timeMs / 1_000))] : []),
  ];
  return `Left: ${parts.join(', ')}.`;
}

function renderTime(seconds: number): string {
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.floor(seconds / 60))} min`;
}
