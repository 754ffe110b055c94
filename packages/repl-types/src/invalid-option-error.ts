import type { OptionFault } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/** An option that is unknown, missing, or of the wrong type or range: a mistake in the calling program. */
export class InvalidOptionError extends RlmError<'invalid_option', { readonly option: string }> {
  static override readonly className: string = 'InvalidOptionError';

  /** @param owner What the option belongs to, such as a tool or a policy; the message begins with it. */
  constructor(option: string, problem: string, owner?: string) {
    const whose = owner === undefined ? '' : `${owner}: `;
    super(`${whose}${option}: ${problem}`, { code: 'invalid_option', details: { option } });
  }
}

/** Makes the error that every package throws for a wrong option. */
export function refuseOption({ option, problem }: OptionFault): InvalidOptionError {
  return new InvalidOptionError(option, problem);
}
