import type { RetryView } from './run-view.js';

/** Why an attempt failed, and which one it was: `HTTP 429: Rate limit reached (attempt 1 of 3)`. */
export const retryText = ({ message, attempt, maxAttempts }: RetryView): string =>
  `${message} (attempt ${attempt} of ${maxAttempts})`;

/** What waits, and for how long: `the model is asked again in 12 s`. */
export function waitText(
  { kind, untilMs }: Pick<RetryView, 'kind' | 'untilMs'>,
  nowMs: number,
): string {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const who = kind === 'model' ? 'the model is' : `a ${kind} is`;
  return `${who} asked again in ${seconds} s`;
}
