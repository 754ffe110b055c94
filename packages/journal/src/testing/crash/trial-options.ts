import {
  checkOptions,
  fields,
  positiveNumber,
  required,
  someText,
  wholeNumber,
} from '@rlm/repl-types/options';
import { type OptionRules, refuseOption } from '@rlm/repl-types/internal';

/** What crash trials of every kind are given. */
export interface TrialOptions {
  /** A script for Node.js that calls `crashChild`: each process of a trial runs it. */
  readonly script: string;
  /** Where journals and logs go: each trial has a run of its own. Those in which nothing is wrong are deleted. */
  readonly folder: string;
  /** What decides when a process is killed, and where a journal is cut. Default `crash`. */
  readonly seed?: string;
  /** How long an attempt may take before it counts as hung, in milliseconds. Default 20,000. */
  readonly hangMs?: number;
}

const defaults = { seed: 'crash', hangMs: 20_000 };

/** The options with their defaults. Throws `InvalidOptionError`. */
export function trialOptions<Options extends TrialOptions>(
  options: Options,
  own: Omit<OptionRules<Options>, keyof TrialOptions>,
): Options & Required<TrialOptions> {
  const rules = {
    script: required(someText),
    folder: required(someText),
    seed: someText,
    hangMs: positiveNumber,
    ...own,
  } as unknown as OptionRules<Options>;
  checkOptions(options, fields<Options>(rules), refuseOption);
  return { ...defaults, ...options };
}

/** The rule for a number of trials. */
export const countRule = (from = 1): ReturnType<typeof wholeNumber> => wholeNumber(from);
