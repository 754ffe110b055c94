import type { OptionFault } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';

/** The error for an option that is not what it should be. */
export function refuseOption({ option, problem }: OptionFault): SandboxError {
  return new SandboxError('invalid_option', `${option}: ${problem}`, { details: { option } });
}
