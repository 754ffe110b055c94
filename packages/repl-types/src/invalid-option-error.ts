import type { OptionFault } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/** An option that is unknown, missing, or of the wrong type or range: a mistake in the calling program. */
export class InvalidOptionError extends RlmError<'invalid_option', { readonly option: string }> {
  static override readonly className: string = 'InvalidOptionError';

  /** @param owner What the option belongs to, such as a tool or a policy; the message begins with it. */
  constructor({ option, message }: OptionFault, owner?: string) {
    const whose = owner === undefined ? '' : `${owner}: `;
    super(whose + message, { code: 'invalid_option', details: { option } });
  }
}

/** Makes the error that every package throws for a wrong option. */
export function refuseOption(fault: OptionFault): InvalidOptionError {
  return new InvalidOptionError(fault);
}
