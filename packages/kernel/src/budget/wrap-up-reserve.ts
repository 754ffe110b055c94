import type { Amounts } from '../contract/ledger.js';

/** What is left of a budget; `Infinity` without a limit. */
interface Left {
  readonly tokens: number;
  readonly costUsd: number;
  readonly calls: number;
}

/**
 * What to reserve for a run's last call: `wanted`, or what its largest call so far suggests, but at
 * most half of what is left; and never less than before, as long as it is available.
 */
export function wrapUpReserve(
  left: Left,
  wanted: Partial<Amounts>,
  largest: Partial<Amounts>,
  before: Partial<Amounts>,
): Partial<Amounts> {
  const tokens = share(left.tokens, tokensOf(wanted), tokensOf(largest), before.inputTokens);
  return Object.freeze({
    inputTokens: Math.floor(tokens),
    costUsd: share(left.costUsd, wanted.costUsd, largest.costUsd, before.costUsd),
    calls: Math.floor(share(left.calls, wanted.calls, 0, before.calls)),
  });
}

function share(left: number, wanted = 0, largest = 0, before = 0): number {
  if (left === Infinity) return 0;
  return Math.min(left, Math.max(before, Math.min(left / 2, Math.max(wanted, largest * 1.1))));
}

function tokensOf({ inputTokens = 0, outputTokens = 0 }: Partial<Amounts>): number {
  return inputTokens + outputTokens;
}
