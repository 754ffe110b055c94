import { checkOptions, fields, required, text } from '@rlm/repl-types/options';
import { checkOption, type OptionRules, refuseOption } from '@rlm/repl-types/internal';

/** Throws `InvalidOptionError` for the first option that is unknown or wrong. */
export function checkTextOptions<Options extends object>(
  options: unknown,
  rules: OptionRules<Options>,
): void {
  checkOptions(options, fields<Options>(rules), refuseOption);
}

const textRule = required(text);

/** Throws `InvalidOptionError` for an argument that is no text. */
export function checkText(name: string, value: unknown): void {
  checkOption(name, value, textRule, refuseOption);
}
