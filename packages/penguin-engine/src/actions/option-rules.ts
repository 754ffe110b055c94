import {
  checkOptions,
  fields,
  oneOf,
  required,
  rule,
  type OptionRule,
} from '@rlm/repl-types/options';
import { type OptionRules, refuseOption } from '@rlm/repl-types/internal';

import type { ParseActionsOptions, StripActionsOptions } from './types.js';

const namesRule = (): OptionRule =>
  rule('a list of names', (value) => {
    if (Array.isArray(value)) return value.every((name) => typeof name === 'string');
    return typeof value === 'object' && value !== null && Symbol.iterator in value;
  });

const parseRules = (): OptionRules<ParseActionsOptions> => ({
  names: required(namesRule()),
  profile: oneOf('strict', 'compat'),
});

/** Throws `InvalidOptionError` for the first option of `parseActions` that is wrong. */
export function checkParseOptions(options: unknown): void {
  checkOptions(options, required(fields<ParseActionsOptions>(parseRules())), refuseOption);
}

/** Throws `InvalidOptionError` for the first option of `stripActions` that is wrong. */
export function checkStripOptions(options: unknown): void {
  const rules = { ...parseRules(), part: oneOf('complete', 'incomplete') };
  checkOptions(options, required(fields<StripActionsOptions>(rules)), refuseOption);
}
