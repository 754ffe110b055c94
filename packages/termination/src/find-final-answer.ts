import type { FinalSignal } from '@rlm/repl-types';
import type { OptionRule } from '@rlm/repl-types/options';
import { settle, withMethods } from '@rlm/repl-types/internal';

import { checkText, checkTextOptions } from './check-options.js';
import { parseCodeBlocks } from './code-blocks.js';
import { formatFinalAnswer } from './format-final-answer.js';
import { readVariableName } from './read-argument.js';
import { scanReply } from './scan/scan-reply.js';

/** What {@link findFinalAnswer} needs from the REPL. */
export interface FinalAnswerEnvironment {
  /** Returns the value of a variable. */
  getVariable(name: string): PromiseLike<{ readonly found: boolean; readonly value?: unknown }>;
  /** A value that FINAL recorded when code called it. It outranks all text. */
  readonly pendingFinal?: unknown;
}

/** Where {@link findFinalAnswer} looks variables up. */
export interface FindFinalAnswerOptions {
  /** Without one, FINAL_VAR yields no answer. */
  readonly environment?: FinalAnswerEnvironment | null | undefined;
}

const environmentRule = (): OptionRule => {
  const environment = withMethods('an object with getVariable()', ['getVariable']);
  return {
    ...environment,
    find: (value, option) => (value === null ? undefined : environment.find(value, option)),
  };
};

/** An answer, or why there is none. */
export interface FinalAnswerResult {
  readonly answer: string | null;
  /** A sentence, if a call was found that yields no answer; else null. */
  readonly reason: string | null;
}

/**
 * Finds the final answer of a reply in the format of rlm-kit, a Python package. A call must be alone on its line.
 * Its content is kept as written (trimmed, with quotes). FINAL_VAR outranks FINAL, and a FINAL is ignored if the reply
 * has a closed block tagged `repl`. Returns null if there is no call, or its FINAL_VAR cannot be resolved;
 * {@link explainFinalAnswer} says why.
 */
export async function findFinalAnswer(
  text: string,
  options: FindFinalAnswerOptions = {},
): Promise<string | null> {
  return (await explainFinalAnswer(text, options)).answer;
}

/** As {@link findFinalAnswer}, with the reason if a call yields no answer. */
export async function explainFinalAnswer(
  text: string,
  options: FindFinalAnswerOptions = {},
): Promise<FinalAnswerResult> {
  checkText('text', text);
  checkTextOptions<FindFinalAnswerOptions>(options, { environment: environmentRule() });
  const { environment } = options;
  const pending = environment?.pendingFinal ?? null;
  const { variable, direct } = findLineCalls(text);
  let answer = null;
  let reason = null;
  if (pending !== null) answer = formatFinalAnswer(pending);
  else if (variable !== undefined) {
    const name = readVariableName(variable.content);
    if (name === null) reason = `${variable.content} is not the name of a variable`;
    else if (!environment) reason = 'There is no environment';
    else {
      const { found, value } = await settle(environment.getVariable(name));
      if (found) answer = formatFinalAnswer(value);
      else reason = `There is no variable '${name}'`;
    }
  } else if (direct !== undefined) {
    const runnable = parseCodeBlocks(text).some(({ tag, closed }) => tag === 'repl' && closed);
    if (runnable) reason = 'The reply holds code to run';
    else answer = direct.content;
  }
  return { answer, reason };
}

/** A call that is alone on its line. */
export interface LineCall {
  readonly finalType: FinalSignal['type'];
  /** Its argument as written: trimmed, with its quotes. */
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the first call of each kind that is alone on its line, outside of code and thoughts. */
export function findLineCalls(text: string): Partial<Record<FinalSignal['type'], LineCall>> {
  const first: Partial<Record<FinalSignal['type'], LineCall>> = {};
  scanReply(text, {
    onCall({ finalType, name, start, from }, close, before) {
      const rest = /(?:[^\S\n]*\))*(?=[^\S\n]*(?:\n|$))/y;
      rest.lastIndex = close + 1;
      const alone = close !== -1 && start + name.length + 1 === from && before.trim() === '';
      if (!alone || !rest.test(text)) return from;
      const end = rest.lastIndex;
      first[finalType] ??= { finalType, content: text.slice(from, end - 1).trim(), start, end };
      return end;
    },
  });
  return first;
}
