import { FinalVarNotFoundError, type FinalDetection } from '@rlm/termination';

import { describeError } from '../errors.js';
import type { SessionHost } from '../run/session-host.js';
import type { Notice } from '../run/notice.js';
import type { RlmState } from '../run/state.js';
import { knownNames } from './known-names.js';
import { meantBy } from './meant-by.js';
import { standsFor, type Proposal } from './proposal.js';
import { argumentOf } from './prose-reading.js';

/** The value of a final in prose, or why there is none. */
export type ResolvedFinal =
  | { readonly value: unknown }
  | { readonly notice: Notice }
  | { readonly proposal: Proposal };

/** The value that a final in prose stands for, or why it stands for none or only proposes one. */
export async function resolveProseFinal(
  final: FinalDetection,
  state: RlmState,
  isLast: boolean,
): Promise<ResolvedFinal> {
  const { finalType, content, submitFields = {} } = final;
  if (finalType === 'submit') return { value: submitFields };
  if (finalType === 'variable') return readVariable(content ?? '', state.host);
  return resolveWords(argumentOf(final), content ?? '', state, isLast);
}

/**
 * The answer that words give, which are the argument of a FINAL as it was written. In a run's last reply a variable's name stands for
 * its value, and a name that is unknown for itself.
 */
export async function resolveWords(
  argument: string,
  content: string,
  state: RlmState,
  isLast: boolean,
): Promise<ResolvedFinal> {
  const meant = meantBy(argument, await knownNames(state, isLast));
  if (meant === null || (isLast && meant === 'unrun')) return { value: content };
  if (isLast && meant === 'variable') return readVariable(argument.trim(), state.host);
  return { proposal: standsFor(argument, meant) };
}

/** The value of the variable that a final beside code names, in a run's last reply; null if it names none. */
export async function resolveBeside(
  final: FinalDetection,
  state: RlmState,
): Promise<ResolvedFinal | null> {
  const name = final.finalType === 'variable' ? final.content : argumentOf(final).trim();
  const { variables } = await knownNames(state, true);
  return name !== null && variables.has(name) ? readVariable(name, state.host) : null;
}

/** The value of a variable of the session, or what to tell the model if there is none of that name. */
export async function readVariable(name: string, host: SessionHost): Promise<ResolvedFinal> {
  const own = [...(await host.variables()).keys()];
  if (![...own, ...host.contexts.map((context) => context.name)].includes(name)) {
    const { message } = new FinalVarNotFoundError(name, own);
    return { notice: { code: 'final_var_missing', message } };
  }
  try {
    return { value: await host.session.get(name) };
  } catch (error) {
    const message = `FINAL_VAR(${name}) could not be read: ${describeError(error).message}`;
    return { notice: { code: 'final_var_missing', message } };
  }
}
