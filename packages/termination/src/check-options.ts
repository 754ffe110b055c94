import { RlmError } from '@rlm/repl-types';
import { checkOptions, fields } from '@rlm/repl-types/options';
import type { OptionFault, OptionRules } from '@rlm/repl-types/internal';

/** Throws `RlmError` (`invalid-argument`) for the first option that is unknown or wrong. */
export function checkTextOptions<Options extends object>(
  options: unknown,
  rules: OptionRules<Options>,
): void {
  checkOptions(options, fields<Options>(rules), refuseOption);
}

function refuseOption({ option, problem }: OptionFault): RlmError<'invalid-argument'> {
  return new RlmError(`${option}: ${problem}`, { code: 'invalid-argument', details: { option } });
}
