import type { FinalSignal } from '@rlm/repl-types';

import type { FinalCall, NearMissCode } from './detection.js';
import { parseSubmitFields } from './submit-fields.js';

/** The meaning of a call's argument: the parts of a {@link FinalCall}, or why the call does not count. */
export type Meaning = Pick<FinalCall, 'content' | 'submitFields'> | NearMissCode;

const variable =
  /^\s*(?:variable_name\s*=\s*)?["']{0,3}([\p{ID_Start}_$][\p{ID_Continue}$]*)["']{0,3}\s*,?\s*$/u;

/** The variable that the argument of a FINAL_VAR names; null if it names none. */
export function readVariableName(argument: string): string | null {
  return variable.exec(argument)?.[1] ?? null;
}

/**
 * Reads the argument of a closed call.
 *
 * @param text The argument, trimmed.
 * @param literal Its value when it is one string literal, else null.
 */
export function readArgument(
  finalType: FinalSignal['type'],
  text: string,
  literal: string | null,
): Meaning {
  const content = literal ?? text;
  if (text === '') return 'empty';
  if (isPlaceholder(content) && !(literal !== null && plainWords.test(literal)))
    return 'placeholder';
  if (finalType === 'direct') return { content };
  if (finalType === 'variable') {
    const name = readVariableName(text);
    return name === null ? 'not-an-identifier' : { content: name };
  }
  const fields = parseSubmitFields(text);
  if (fields === null) return 'not-an-identifier';
  return Object.values(fields.submitFields).some(isPlaceholder) ? 'placeholder' : fields;
}

const placeholder =
  /^(?:\.{3,}|…|<[^<>=/"]*[ .…][^<>=/"]*>|(?=<|.*(?:your|here))[[{(<]?(?:(?:insert|put|the|your|final|actual|answer|result|value|response|variable|name|text|content|output) ?)+(?:goes )?(?:here)?[\]})>]?)$/;

/** Words of a placeholder that may be meant, if they are quoted: "your answer". */
const plainWords = /^(?!.*\bhere\b)[\p{L} ]+$/u;

/** Whether a value is only a placeholder for an answer: `...`, `<your answer>`, `your final answer here`. */
function isPlaceholder(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length < 100 &&
    placeholder.test(value.trim().toLowerCase().replaceAll('_', ' '))
  );
}
