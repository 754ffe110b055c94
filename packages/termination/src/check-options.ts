import { checkOptions, fields } from '@rlm/repl-types/options';
import { type OptionRules, refuseOption } from '@rlm/repl-types/internal';

/** Throws `InvalidOptionError` for the first option that is unknown or wrong. */
export function checkTextOptions<Options extends object>(
  options: unknown,
  rules: OptionRules<Options>,
): void {
  checkOptions(options, fields<Options>(rules), refuseOption);
}
