import type { ReplLanguage } from '@rlm/repl-types';

import { parseJsonText, type ValueLimits } from '../values/json-text.js';
import { missingVariable } from '../values/missing-variable.js';
import { parseVariables } from '../values/variables.js';
import type { CellEnd } from './cell-end.js';

/** Asks the guest, between two cells; rejects when it has no answer. */
type Ask = (
  question: { readonly type: 'get'; readonly name: string } | { readonly type: 'variables' },
) => Promise<string>;

/** Whether a cell ended with a FINAL_VAR of the host, whose variable's value the guest has. */
export function namesVariable({ final }: CellEnd): boolean {
  return final?.type === 'variable' && !('answer' in final);
}

/** A cell's end in which a FINAL_VAR of the host has the variable's value, or is the error of a missing one. */
export async function resolveHostFinal(
  end: CellEnd,
  language: ReplLanguage,
  limits: ValueLimits,
  ask: Ask,
): Promise<CellEnd> {
  const { final } = end;
  if (final?.type !== 'variable' || 'answer' in final) return end;
  let names: readonly string[] = [];
  if (!end.isGuestLost) {
    try {
      const answer = parseJsonText(await ask({ type: 'get', name: final.var }), limits);
      return { ...end, final: Object.freeze({ ...final, answer }) };
    } catch {
      // There is no such variable, or it is not data: reported below, as the guest's own FINAL_VAR reports it.
      names = await namesOf(ask);
    }
  }
  const error = {
    type: language === 'python' ? 'NameError' : 'ReferenceError',
    message: missingVariable(final.var, names),
    traceback: '',
  };
  return { ...end, outcome: 'error', error, final: null };
}

async function namesOf(ask: Ask): Promise<readonly string[]> {
  try {
    return parseVariables(await ask({ type: 'variables' })).map(({ name }) => name);
  } catch {
    // The guest is gone or given up: the error about the missing variable says what matters.
    return [];
  }
}
