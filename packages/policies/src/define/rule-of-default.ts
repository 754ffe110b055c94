import { listOf, someText, text, trueOrFalse, type OptionRule } from '@rlm/repl-types/options';
import { anything, callable, numberFrom, shape } from '@rlm/repl-types/internal';

/**
 * The rule that follows from a default's type. A text must not be empty, unless the default is. A default of null
 * allows anything.
 */
export function ruleOfDefault(value: unknown): OptionRule {
  switch (typeof value) {
    case 'number':
      return numberFrom(0);
    case 'string':
      return value === '' ? text : someText;
    case 'boolean':
      return trueOrFalse;
    case 'function':
      return callable;
    default:
      if (Array.isArray(value)) return listOf(anything);
      return value === null || value === undefined ? anything : shape('an object', {});
  }
}
