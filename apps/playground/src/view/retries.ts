import type { RetryView, StepView } from './run-view.js';
import { counted } from './text/numbers.js';

/** The attempt of a step that waits longest for its next one, and how many wait; undefined if none does. */
export function waitOf(
  { retries = [] }: Pick<StepView, 'retries'>,
  nowMs: number,
): { readonly retry: RetryView; readonly waiting: number } | undefined {
  const open = retries.filter(({ untilMs }) => untilMs > nowMs);
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  const retry = others.reduce((last, each) => (each.untilMs > last.untilMs ? each : last), first);
  return { retry, waiting: open.length };
}

/** Why an attempt failed, and which one it was: `HTTP 429: Rate limit reached (attempt 1 of 3)`. */
export const retryText = ({ message, attempt, maxAttempts }: RetryView): string =>
  `${message} (attempt ${attempt} of ${maxAttempts})`;

/** What waits, and for how long: `the model is asked again in 12 s`. */
export function waitText(
  { kind, untilMs }: Pick<RetryView, 'kind' | 'untilMs'>,
  nowMs: number,
  waiting = 1,
): string {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const many = counted(waiting, 'sub-query is', 'sub-queries are');
  const who =
    kind === 'model' ? 'the model is' : kind === 'sub-query' || waiting > 1 ? many : `a ${kind} is`;
  return `${who} asked again in ${seconds} s`;
}
