import { definedFields } from '@rlm/repl-types/internal';

import type { Amounts, BudgetLeft, Ledger } from '../contract/ledger.js';
import { estimateRequest } from './estimate.js';
import type { ModelPrice } from './prices.js';
import type { ModelRequest, ModelUsage } from './types.js';

/** The part of the budget that a call may use. */
export interface Allowance {
  /** Tokens and cost. */
  readonly estimate: Partial<Amounts>;
  /** The limit on the reply that keeps the call within it; undefined without a limit. */
  readonly maxOutputTokens: number | undefined;
}

/** The least that is reserved for a call whose cost will be reported. */
const leastCostUsd = 1e-6;

/** A reply limited to fewer tokens is not worth asking for. */
const leastOutputTokens = 16;

/** Tokens that are reserved for a reply without a limit on its length. */
export const defaultOutputTokens = 8192;

/**
 * How much a call may need, and the longest reply that `left` pays for: input, output limit, and
 * the cost of both. `left` is what the budget leaves if no other call is in flight, so that only
 * real spending lowers the limit.
 */
export function allowanceFor(
  request: ModelRequest,
  left: BudgetLeft,
  ledger: Pick<Ledger, 'forecast' | 'replyCap'>,
  price: ModelPrice | undefined,
): Allowance {
  const prices = price === 'reported' ? undefined : price;
  const asked = replyLimit(request, ledger);
  if (left.tokens === Infinity && left.costUsd === Infinity) {
    return { estimate: {}, maxOutputTokens: asked };
  }
  const inputTokens = estimateRequest(request);
  const forecast = (outputTokens: number): Partial<Amounts> => {
    const amounts: Partial<Amounts> = { inputTokens, outputTokens };
    const estimate = ledger.forecast?.(amounts) ?? amounts;
    // A cost that is still unknown may be all that is left; it is not nothing.
    const unknown = price === 'reported' ? Math.max(left.costUsd, leastCostUsd) : 0;
    return { ...estimate, costUsd: costOf(estimate, prices) ?? estimate.costUsd ?? unknown };
  };
  const wanted = asked ?? defaultOutputTokens;
  const input = forecast(0);
  let output = Math.min(wanted, left.tokens - (input.inputTokens ?? 0));
  if (prices !== undefined && prices.outputPerMillion > 0) {
    const affordable = ((left.costUsd - (input.costUsd ?? 0)) * 1e6) / prices.outputPerMillion;
    output = Math.min(output, Math.floor(affordable));
  }
  output = Math.max(Math.min(wanted, leastOutputTokens), Math.floor(output));
  const bounded = left.tokens < Infinity || prices !== undefined;
  return {
    estimate: forecast(bounded ? output : 0),
    maxOutputTokens: bounded ? output : asked,
  };
}

/** The length of a reply in tokens that its request or the run sets, whatever is left. */
export function replyLimit(
  { maxOutputTokens = Infinity, purpose }: ModelRequest,
  ledger: Pick<Ledger, 'replyCap'>,
): number | undefined {
  const cap = ledger.replyCap?.(purpose === 'sub' ? 'sub' : 'root') ?? Infinity;
  const set = Math.min(maxOutputTokens, cap);
  return set === Infinity ? undefined : set;
}

/**
 * What a call used: the reported amounts, with a cost from its price if none was reported. The cost
 * of a call that should have reported it, and did not, is unknown.
 */
export function amountsOf(usage: ModelUsage, price: ModelPrice | undefined): Partial<Amounts> {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const costUsd = usage.costUsd ?? costOf(usage, price);
  return definedFields({
    inputTokens,
    cachedInputTokens: cached > 0 ? cached : undefined,
    outputTokens,
    costUsd,
    estimated: usage.estimated,
  });
}

/** The cost of tokens by their price; undefined if the price is unknown. */
export function costOf(
  { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 }: ModelUsage,
  price: ModelPrice | undefined,
): number | undefined {
  if (price === undefined || price === 'reported') return undefined;
  const { inputPerMillion, cachedInputPerMillion = inputPerMillion, outputPerMillion } = price;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const input = (inputTokens - cached) * inputPerMillion + cached * cachedInputPerMillion;
  return (input + outputTokens * outputPerMillion) / 1e6;
}
