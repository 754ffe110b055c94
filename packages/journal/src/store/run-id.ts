import { rule, type OptionRule } from '@rlm/repl-types/options';

/** The rule for a run's id: it becomes part of file names and keys. */
export const runIdRule: OptionRule = rule(
  'an id of letters, digits, ".", "_" and "-" that begins with a letter or digit, of 128 characters at the most',
  (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value),
);
