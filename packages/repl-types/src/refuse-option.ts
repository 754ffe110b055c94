import type { OptionFault } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/** What is thrown for a wrong option by packages without an error class of their own. */
export function refuseOption({ option, problem }: OptionFault): RlmError<'invalid_option'> {
  return new RlmError(`${option}: ${problem}`, { code: 'invalid_option', details: { option } });
}
