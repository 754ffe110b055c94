import type { FinalSignal, ReplLanguage } from '@rlm/repl-types';
import { finalSignalOf } from '@rlm/repl-types/internal';

import type { CellEnd } from './cell.js';
import { toJsonText } from './host-value.js';
import { parseJsonText, type ValueLimits } from './json-text.js';
import { missingVariable } from './missing-variable.js';
import { parseVariables } from './variables.js';

/**
 * Returns the final of a host function that threw a `FINAL`, `FINAL_VAR` or `SUBMIT` of `@rlm/termination`, as plain
 * data; undefined for any other error. For a variable it holds only the name.
 *
 * @throws SandboxError `value_rejected` for an answer that is not JSON data within the limits
 */
export function readHostFinal(thrown: unknown, limits: ValueLimits): FinalSignal | undefined {
  const signal = finalSignalOf(thrown);
  const copy = (value: unknown): unknown =>
    JSON.parse(toJsonText(value, limits, 'the answer')) as unknown;
  switch (signal?.type) {
    case undefined:
      return undefined;
    case 'direct':
      return Object.freeze({ type: 'direct', answer: copy(signal.answer) });
    case 'variable':
      return Object.freeze({ type: 'variable', var: signal.var });
    case 'submit': {
      const fields = copy(signal.fields) as Readonly<Record<string, unknown>>;
      return Object.freeze({ type: 'submit', fields: Object.freeze(fields) });
    }
  }
}

/** Asks the child, between two cells; rejects when it has no answer. */
type Ask = (
  question: { readonly type: 'get'; readonly name: string } | { readonly type: 'variables' },
) => Promise<string>;

/** The end of a cell whose answer is a variable that the host named: with its value, or with the error of a missing one. */
export async function resolveHostFinal(
  end: CellEnd,
  language: ReplLanguage,
  limits: ValueLimits,
  ask: Ask,
): Promise<CellEnd> {
  const { final } = end;
  if (final?.type !== 'variable' || 'answer' in final) return end;
  let names: readonly string[] = [];
  if (!end.isChildLost) {
    try {
      const answer = parseJsonText(await ask({ type: 'get', name: final.var }), limits);
      return { ...end, final: Object.freeze({ ...final, answer }) };
    } catch {
      // There is no such variable, or it is not data: reported below, as the code's own FINAL_VAR reports it.
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
    // The child is gone or given up: the error about the missing variable says what matters.
    return [];
  }
}
