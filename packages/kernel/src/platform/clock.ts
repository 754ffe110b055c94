import type { OptionRule } from '@rlm/repl-types/options';
import { withMethods } from '@rlm/repl-types/internal';

/** Time as an option, so that tests and replays can control it. Durations are in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, abortSignal?: AbortSignal): Promise<void>;
}

/** The rule for an option `clock`. */
export const clockRule: OptionRule = withMethods('an object with now() and sleep()', [
  'now',
  'sleep',
]);
