import type { OptionFault } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/** What the functions of this package throw for a wrong option. */
export function refuseOption({ option, problem }: OptionFault): RlmError<'invalid-argument'> {
  return new RlmError(`${option}: ${problem}`, { code: 'invalid-argument', details: { option } });
}
