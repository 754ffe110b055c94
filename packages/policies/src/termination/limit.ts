import { proceed, stop } from '../define/decisions.js';
import {
  defineTermination,
  type TerminationBehaviour,
  type TerminationFactory,
} from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { noteOnce } from '../define/note-once.js';
import { readNumber } from '../define/read-number.js';
import type { ActionResult, LoopMetrics, PolicyContext } from '../shapes/policy.js';

/** One figure of the run; undefined if it is not known. */
export function metric(context: PolicyContext, name: keyof LoopMetrics): number | undefined {
  return readNumber(context.metrics[name]);
}

/** Returns how much of a limit is used. Before a step it is called without a result. */
export type Used = (context: PolicyContext, result?: ActionResult) => number | undefined;

/** Ends a run, before or after a step, as soon as the used amount reaches the limit. */
export function untilLimit(
  code: string,
  unit: string,
  limit: (context: PolicyContext) => number,
  used: Used,
): TerminationBehaviour {
  const tellMissing = noteOnce(
    `It cannot tell how many ${unit} were used: the metrics do not report them`,
  );
  const decide = (context: PolicyContext, result?: ActionResult) => {
    const amount = used(context, result);
    const most = limit(context);
    if ((amount ?? 0) >= most) return stop(code, `Used ${amount ?? 0} of ${most} ${unit}`);
    return amount === undefined ? tellMissing() : proceed;
  };
  return {
    shouldTerminate: (result, context) => decide(context, result),
    beforeStep: (context) => decide(context),
  };
}

/** A policy with one option, the limit of something that a run uses up; `initial` is its default. */
export function defineLimit<Key extends string>(
  name: string,
  key: Key,
  initial: number,
  unit: string,
  start: () => Used,
  ...needs: readonly string[]
): TerminationFactory<Readonly<Record<Key, number>>> {
  return defineTermination<Record<string, number>>({
    name,
    description: `After a number of ${unit}`,
    defaults: { [key]: initial },
    needs: (config) => [...needs, ...needsLimit(key, config[key] ?? Infinity)],
    start: (config) => untilLimit(name, unit, () => config[key] ?? Infinity, start()),
  }) as TerminationFactory<Readonly<Record<Key, number>>>;
}
