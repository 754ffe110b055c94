import {
  checkOptions,
  fields,
  positiveNumber,
  required,
  someText,
  wholeNumber,
} from '@rlm/repl-types/options';
import { type OptionRules, refuseOption } from '@rlm/repl-types/internal';

/** The options of every kind of crash trial. */
export interface TrialOptions {
  /** A script for Node.js that calls `crashChild`: each process of a trial runs it. */
  readonly script: string;
  /** The folder of journals and logs: each trial has its own run. Those without faults are deleted. */
  readonly folder: string;
  /** Determines when a process is killed, and the place of a cut in a journal. Default: `crash`. */
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
