import type { OptionRule } from '@rlm/repl-types/options';
import { DataError, requireData } from '@rlm/repl-types/internal';

/** Deeper data is refused. */
const maxDepth = 200;

const expected = 'JSON data: texts, finite numbers, true, false, null, lists and plain objects';

/** The rule for data in a journal: data that JSON would lose or change is refused. */
export const jsonData: OptionRule = {
  expected,
  find(value, option) {
    try {
      requireData(value, option, { maxDepth });
      return undefined;
    } catch (error) {
      if (!DataError.isInstance(error)) throw error;
      return { option, message: `Expected ${option} to be ${expected}. ${error.message}.` };
    }
  },
};
