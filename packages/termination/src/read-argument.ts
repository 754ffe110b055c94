import type { FinalCall, NearMissCode } from './detection.js';
import { isPlaceholder } from './placeholder.js';
import type { CallHead } from './scan/names.js';
import { parseSubmitFields } from './submit-fields.js';

/** What a call's argument means: the parts of a {@link FinalCall}, or why it is none. */
export type Meaning = Pick<FinalCall, 'content' | 'submitFields'> | NearMissCode;

const variable =
  /^\s*(?:variable_name\s*=\s*)?["']{0,3}([\p{ID_Start}_$][\p{ID_Continue}$]*)["']{0,3}\s*$/u;

/** The variable that the argument of a FINAL_VAR names, if it names one. */
export function readVariableName(argument: string): string | null {
  return variable.exec(argument)?.[1] ?? null;
}

/**
 * Reads the argument of a closed call.
 *
 * @param literal The argument's value when it is one string literal, else null.
 */
export function readArgument(
  { finalType }: CallHead,
  argument: string,
  literal: string | null,
): Meaning {
  const text = argument.trim();
  if (text === '') return 'empty';
  if (isPlaceholder(literal ?? text)) return 'placeholder';
  if (finalType === 'direct') return { content: literal ?? text };
  if (finalType === 'variable') {
    const content = readVariableName(text);
    return content === null ? 'not-an-identifier' : { content };
  }
  const submitFields = parseSubmitFields(text);
  if (submitFields === null) return 'not-an-identifier';
  if (Object.values(submitFields.submitFields).some(isPlaceholder)) return 'placeholder';
  return submitFields;
}
