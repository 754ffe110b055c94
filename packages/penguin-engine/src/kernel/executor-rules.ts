import { bound, checkOptions, fields, recordOf, type OptionRule } from '@rlm/repl-types/options';

import { refuseOption } from './errors.js';
import type { InProcessExecutorOptions } from './in-process-executor.js';
import { retryRules } from './retry-rules.js';
import { clockRule } from './run-rules.js';

/** One number, or one a lane: the path of the lane that is wrong is named. */
const concurrencyRule = (): OptionRule => {
  const lanes = recordOf(bound(1));
  return {
    expected: bound(1).expected,
    find(value, option) {
      const isOneEach = typeof value === 'object' && value !== null;
      return (isOneEach ? lanes : bound(1)).find(value, option);
    },
  };
};

/** Throws `InvalidOptionError` for the first option of `createInProcessExecutor` that is wrong. */
export function checkExecutorOptions(options: unknown): void {
  const rules = fields<InProcessExecutorOptions>({
    concurrency: concurrencyRule(),
    clock: clockRule,
    ...retryRules(),
  });
  checkOptions(options, rules, refuseOption);
}
