import type { Amounts } from './ledger.js';
import type { RunScope } from './run-scope.js';

/** The part of a budget that is kept back for the wrap-up, at least. */
const keptShare = 0.1;

/** Keeps back what `conclude` will need, as far as the budget has it; the function renews it after a step. */
export function holdWrapUp(scope: RunScope, wrapUp: Partial<Amounts> | undefined): () => void {
  const { tokens, costUsd } = scope.ledger.remaining();
  const share = (amount: number): number => (amount === Infinity ? 0 : amount * keptShare);
  const wanted = { calls: 1, inputTokens: share(tokens), costUsd: share(costUsd), ...wrapUp };
  const renew = (): void => {
    scope.ledger.holdBack(wanted);
  };
  renew();
  return renew;
}
