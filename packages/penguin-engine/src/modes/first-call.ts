import type { RunContext } from '../kernel/context.js';
import type { Amounts, Ledger } from '../kernel/ledger.js';

/**
 * The context for a run's first call: while anything of the token budget is left, that call is made, even
 * where the estimate of its request is higher (seed document 003's budget stops before the next turn).
 * Later calls must fit as everywhere.
 */
export function forFirstCall(context: RunContext): RunContext {
  const { ledger } = context;
  if (context.parentId !== null || ledger.remaining().tokens === Infinity) return context;
  const lenient: Ledger = {
    budget: ledger.budget,
    reserve: (estimate) => ledger.reserve(clip(estimate, ledger.remaining().tokens)),
    spent: () => ledger.spent(),
    remaining: () => ledger.remaining(),
  };
  return {
    runId: context.runId,
    parentId: context.parentId,
    depth: context.depth,
    step: context.step,
    maxSteps: context.maxSteps,
    abortSignal: context.abortSignal,
    clock: context.clock,
    random: () => context.random(),
    ledger: lenient,
    effects: context.effects,
    emit: (event) => {
      context.emit(event);
    },
    diagnose: (diagnostic) => {
      context.diagnose(diagnostic);
    },
  };
}

function clip(estimate: Partial<Amounts>, tokens: number): Partial<Amounts> {
  const inputTokens = Math.min(estimate.inputTokens ?? 0, tokens);
  const outputTokens = Math.min(estimate.outputTokens ?? 0, tokens - inputTokens);
  return { ...estimate, inputTokens, outputTokens };
}
