import { FinalVarNotFoundError, type FinalDetection } from '@rlm/termination';

import { describeError } from '../errors.js';
import type { SessionHost } from '../run/session-host.js';
import type { Notice } from '../run/notice.js';
import { wordOf } from './prose-reading.js';

/** The value of a final in prose, or why there is none. */
export type ResolvedFinal = { readonly value: unknown } | { readonly notice: Notice };

/**
 * The value that a final in prose stands for, or why it stands for none. FINAL of one bare word that is the
 * name of a variable is not taken for the word; in a run's last reply it is taken for the variable.
 */
export async function resolveProseFinal(
  final: FinalDetection,
  host: SessionHost,
  isLast: boolean,
): Promise<ResolvedFinal> {
  const { finalType, content, submitFields = {} } = final;
  if (finalType === 'submit') return { value: submitFields };
  if (finalType === 'variable') return readVariable(content ?? '', host);
  const word = wordOf(final);
  if (word === null || !(await variableNames(host)).includes(word)) return { value: content ?? '' };
  return isLast ? readVariable(word, host) : { notice: namesVariable(word) };
}

function namesVariable(word: string): Notice {
  return {
    code: 'final_names_variable',
    message: `FINAL(${word}) gives the word "${word}", but ${word} is a variable of the REPL. For its value, write FINAL_VAR("${word}"); for the word, call FINAL("${word}") in a block.`,
  };
}

/** The names of the user's variables, and of the contexts. */
async function variableNames(host: SessionHost): Promise<readonly string[]> {
  const contexts = host.contexts.map(({ name }) => name);
  return [...(await host.variables()).keys(), ...contexts];
}

export async function readVariable(name: string, host: SessionHost): Promise<ResolvedFinal> {
  if (!(await variableNames(host)).includes(name)) {
    const { message } = new FinalVarNotFoundError(name, (await host.variables()).keys());
    return { notice: { code: 'final_var_missing', message } };
  }
  try {
    return { value: await host.session.get(name) };
  } catch (error) {
    const message = `FINAL_VAR(${name}) could not be read: ${describeError(error).message}`;
    return { notice: { code: 'final_var_missing', message } };
  }
}
