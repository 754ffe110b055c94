import type { FinalSignal } from '@rlm/repl-types';
import { listOf, oneOf, required } from '@rlm/repl-types/options';
import { anything, checkOption, refuseOption, type OptionRules } from '@rlm/repl-types/internal';

import { checkTextOptions } from './check-options.js';

/** How one of several calls is chosen. */
export interface ChooseFinalOptions {
  /** Which call of the winning kind counts; default `first`. */
  readonly prefer?: 'first' | 'last' | undefined;
  /** Which kind wins, best first; default FINAL_VAR, FINAL, SUBMIT. */
  readonly precedence?: readonly FinalSignal['type'][] | undefined;
}

/** The rules for {@link ChooseFinalOptions}. */
export const chooseRules = (): OptionRules<ChooseFinalOptions> => ({
  prefer: oneOf('first', 'last'),
  precedence: listOf(oneOf('variable', 'direct', 'submit')),
});

/** Chooses one of `calls`: the first (or last) of the kind that outranks the others. */
export function chooseFinalCall<Call extends { readonly finalType: FinalSignal['type'] }>(
  calls: readonly Call[],
  options: ChooseFinalOptions = {},
): Call | undefined {
  checkOption('calls', calls, required(listOf(anything)), refuseOption);
  checkTextOptions<ChooseFinalOptions>(options, chooseRules());
  const { prefer = 'first', precedence = ['variable', 'direct', 'submit'] } = options;
  for (const type of precedence) {
    const ofType = calls.filter(({ finalType }) => finalType === type);
    const call = ofType.at(prefer === 'last' ? -1 : 0);
    if (call !== undefined) return call;
  }
  return undefined;
}
