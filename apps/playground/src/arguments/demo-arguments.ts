import { UsageError } from '../usage-error.js';
import type { VerboseWish } from './ask-arguments.js';
import type { ValuesOf } from './command.js';
import { modelOptions, outputOptions } from './shared-options.js';

const { 'base-url': baseUrl, model } = modelOptions;

/** The options of `rlm demo`. */
export const demoOptions = {
  'base-url': { ...baseUrl, words: 'asks a model there, in place of the script' },
  model: { ...model, words: 'asks this model, in place of the script' },
  verbose: outputOptions.verbose,
} as const;

/** Who answers the questions of the demonstration; without either: a script. */
export interface DemoArguments extends VerboseWish {
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
}

/** Reads what follows `rlm demo`. Throws {@link UsageError}. */
export function readDemo(
  rest: readonly string[],
  values: ValuesOf<typeof demoOptions>,
): DemoArguments {
  if (rest.length > 0) throw new UsageError('rlm demo takes no arguments; rlm ask does');
  return { baseUrl: values['base-url'], model: values.model, verbose: values.verbose ?? false };
}
