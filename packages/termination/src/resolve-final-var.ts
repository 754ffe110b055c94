import { RlmError } from '@rlm/repl-types';
import { required, type OptionRule } from '@rlm/repl-types/options';
import { checkOption, nearestFirst, refuseOption, shape } from '@rlm/repl-types/internal';

import { checkText } from './check-options.js';

/** The variables of a REPL, by name. */
export type Namespace = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** The details of a {@link FinalVarNotFoundError}. */
export interface FinalVarNotFoundDetails {
  readonly name: string;
  /** The user's variables: similar names first, then in the order of their creation; at most 20. */
  readonly available: readonly string[];
  /** How many variables there are in all. */
  readonly availableCount: number;
}

/** FINAL_VAR named a variable that the REPL does not have. The message is written for the model. */
export class FinalVarNotFoundError extends RlmError<
  'final_var_not_found',
  FinalVarNotFoundDetails
> {
  static override readonly className: string = 'FinalVarNotFoundError';
  /** The user's variables: similar names first; at most 20. */
  declare readonly available: readonly string[];
  /** How many variables there are in all. */
  declare readonly availableCount: number;

  /**
   * @param variable The name in the call.
   * @param names All names of the REPL; private ones (`_x`) are left out.
   */
  constructor(variable: string, names: Iterable<string>) {
    const listed = 20;
    const all = [...names].filter((name) => !name.startsWith('_'));
    const available = nearestFirst(variable, all).slice(0, listed);
    const found = { available, availableCount: all.length };
    const list = available.map((name) => `'${name}'`).join(', ');
    const more = all.length > listed ? ` (${all.length} in all)` : '';
    super(
      `FINAL_VAR referenced variable '${variable}' not found in REPL namespace. Available variables: [${list}]${more}`,
      { code: 'final_var_not_found', details: { name: variable, ...found } },
    );
    Object.assign(this, found);
  }
}

const namespaceRule = (): OptionRule => required(shape('an object or a Map of variables', {}));

/**
 * Returns the value of the variable that a FINAL_VAR names. Names are neither trimmed nor unquoted. Internal names
 * (`__name__`) are not answers.
 *
 * @throws {@link FinalVarNotFoundError} if there is no such variable; `InvalidOptionError` for a name that is no text.
 */
export function resolveFinalVar(name: string, namespace: Namespace): unknown {
  checkText('name', name);
  checkOption('namespace', namespace, namespaceRule(), refuseOption);
  const variables: ReadonlyMap<string, unknown> =
    namespace instanceof Map ? namespace : new Map(Object.entries(namespace));
  if (variables.has(name) && !name.startsWith('__')) return variables.get(name);
  throw new FinalVarNotFoundError(name, variables.keys());
}
