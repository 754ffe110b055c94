import { proceed, stop, type TerminationBehaviour } from '../define/define-termination.js';
import { readNumber } from '../define/read-number.js';
import type { ActionResult, PolicyContext, TerminationDecision } from '../shapes.js';

/** One figure of the run, when it is known. */
export function metric(context: PolicyContext, name: string): number | undefined {
  return readNumber(context.metrics[name]);
}

/** Ends a run, before or after a step, as soon as what was used reaches the limit. */
export function untilLimit(
  code: string,
  unit: string,
  limit: (context: PolicyContext) => number,
  used: (context: PolicyContext, result?: ActionResult) => number | undefined,
): TerminationBehaviour {
  const decide = (context: PolicyContext, result?: ActionResult): TerminationDecision => {
    const amount = used(context, result) ?? 0;
    const most = limit(context);
    return amount >= most
      ? stop(code, `Reached the limit of ${most} ${unit} (used: ${amount})`)
      : proceed;
  };
  return {
    shouldTerminate: (result, context) => decide(context, result),
    beforeStep: (context) => decide(context),
  };
}
