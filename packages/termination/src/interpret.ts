import type { FinalCall, NearMissCode } from './detection.js';
import { isPlaceholder } from './placeholder.js';
import { decodeLiteral } from './scan/literal.js';
import type { CallHead } from './scan/names.js';
import { parseSubmitFields } from './submit-fields.js';

/** What a call's argument means: the parts of a {@link FinalCall}, or why it is none. */
export type Interpretation =
  Pick<FinalCall, 'content' | 'submitFields'> | { readonly nearMiss: NearMissCode };

/** The variable that the argument of a FINAL_VAR names, or null. */
export function readVariableName(argument: string): string | null {
  const name =
    /^\s*(?:variable_name\s*=\s*)?["']{0,3}([\p{ID_Start}_$][\p{ID_Continue}$]*)["']{0,3}\s*$/u.exec(
      argument,
    );
  return name?.[1] ?? null;
}

/** Reads the argument of a call that is closed. */
export function interpretArgument(head: CallHead, argument: string): Interpretation {
  const trimmed = argument.trim();
  if (trimmed === '') return { nearMiss: 'empty' };
  const literal = decodeLiteral(trimmed);
  if (isPlaceholder(literal ?? trimmed)) return { nearMiss: 'placeholder' };
  switch (head.finalType) {
    case 'direct':
      return { content: literal ?? trimmed };
    case 'variable': {
      const name = readVariableName(argument);
      return name === null ? { nearMiss: 'not-an-identifier' } : { content: name };
    }
    case 'submit': {
      const submitted = parseSubmitFields(argument);
      if (submitted === null) return { nearMiss: 'not-an-identifier' };
      const values = Object.values(submitted.fields);
      if (values.some((value) => typeof value === 'string' && isPlaceholder(value))) {
        return { nearMiss: 'placeholder' };
      }
      return { content: submitted.content, submitFields: submitted.fields };
    }
  }
}
