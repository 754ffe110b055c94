import type { Amounts, Ledger } from '../kernel/ledger.js';
import type { CallModelOptions } from './call-model.js';
import { estimateRequest } from './estimate.js';
import type { ModelRequest, ModelUsage } from './types.js';

/** What a call is given of the budget. */
export interface Allowance {
  readonly estimate: Partial<Amounts>;
  /** The bound on the reply that keeps the call within it; undefined where nothing bounds. */
  readonly maxOutputTokens: number | undefined;
}

/** A reply that is bounded below this is not worth asking for. */
const leastOutputTokens = 16;

/** What is set aside for a reply whose length nobody bounds: a share of what is left, within bounds. */
const defaultOutputTokens = { most: 8192, least: 1024, share: 1 / 8 };

/** How much a call may need, and the longest reply that the budget leaves room for. */
export function allowanceFor(
  request: ModelRequest,
  ledger: Ledger,
  { prices }: CallModelOptions,
): Allowance {
  const left = ledger.remaining();
  const subQueries = request.purpose === 'sub' ? 1 : 0;
  if (left.tokens === Infinity && left.costUsd === Infinity) {
    return { estimate: { calls: 1, subQueries }, maxOutputTokens: request.maxOutputTokens };
  }
  const inputTokens = estimateRequest(request);
  const forecast = (outputTokens: number): Partial<Amounts> => {
    const amounts: Partial<Amounts> = { inputTokens, outputTokens };
    const estimate = ledger.forecast?.(amounts) ?? amounts;
    return { ...estimate, costUsd: costOf(estimate, prices) ?? estimate.costUsd ?? 0 };
  };
  const { most, least, share } = defaultOutputTokens;
  const wanted = request.maxOutputTokens ?? Math.min(most, Math.max(least, left.tokens * share));
  const input = forecast(0);
  let output = Math.min(wanted, left.tokens - (input.inputTokens ?? 0));
  if (prices !== undefined && prices.outputPerMillion > 0) {
    const affordable = ((left.costUsd - (input.costUsd ?? 0)) * 1e6) / prices.outputPerMillion;
    output = Math.min(output, Math.floor(affordable));
  }
  output = Math.max(Math.min(wanted, leastOutputTokens), Math.floor(output));
  const bounded = left.tokens < Infinity || prices !== undefined;
  return {
    estimate: { ...forecast(bounded ? output : 0), calls: 1, subQueries },
    maxOutputTokens: bounded ? output : request.maxOutputTokens,
  };
}

/** What a call used: as reported, and estimated where nothing was. */
export function amountsOf(usage: ModelUsage, prices: CallModelOptions['prices']): Partial<Amounts> {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const costUsd = usage.costUsd ?? costOf(usage, prices) ?? 0;
  return { inputTokens, outputTokens, costUsd };
}

function costOf(
  { inputTokens = 0, outputTokens = 0 }: ModelUsage,
  prices: CallModelOptions['prices'],
): number | undefined {
  if (prices === undefined) return undefined;
  return (inputTokens * prices.inputPerMillion + outputTokens * prices.outputPerMillion) / 1e6;
}
