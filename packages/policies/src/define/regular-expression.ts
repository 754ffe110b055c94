import { rule, type OptionRule } from '@rlm/repl-types/options';

/** A text or an expression that can be compiled. */
export const regularExpression: OptionRule = rule('a regular expression', (value) => {
  try {
    return (
      (typeof value === 'string' || value instanceof RegExp) && new RegExp(value) instanceof RegExp
    );
  } catch {
    return false;
  }
});
