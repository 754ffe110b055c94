import type { OptionRule } from '@rlm/repl-types/options';
import { DataError, dataText, unexpected } from '@rlm/repl-types/internal';

/** The nesting of data from a caller: as deep as the value of a host function may be. */
export const dataLimits = { maxDepth: 100 };

/** The rule for an object that JSON can hold; the error names the part that it cannot. */
export function dataRule(expected: string): OptionRule {
  return {
    expected,
    find(value, option) {
      if (typeof value !== 'object' || value === null) return unexpected(option, expected, value);
      try {
        dataText(value, option, dataLimits);
        return undefined;
      } catch (error) {
        if (!DataError.isInstance(error)) throw error;
        return { option, message: `${error.message}.` };
      }
    },
  };
}
