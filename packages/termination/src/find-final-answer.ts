import type { FinalType } from '@rlm/repl-types';

import { parseCodeBlocks } from './code-blocks.js';
import { formatFinalAnswer } from './format-final-answer.js';
import { readVariableName } from './read-argument.js';
import { scanReply } from './scan/scan-reply.js';

/** What {@link findFinalAnswer} asks of the REPL. */
export interface FinalAnswerEnvironment {
  /** The value of a variable. */
  getVariable(name: string): PromiseLike<{ readonly found: boolean; readonly value?: unknown }>;
  /** A value that FINAL recorded when code called it; it wins over all text. */
  readonly pendingFinal?: unknown;
}

/** Where {@link findFinalAnswer} looks variables up. */
export interface FindFinalAnswerOptions {
  /** Without one, a FINAL_VAR gives no answer. */
  readonly environment?: FinalAnswerEnvironment | null;
}

/** An answer, or why there is none. */
export interface FinalAnswerResult {
  readonly answer: string | null;
  /** A sentence, where a call was found that gives no answer; else null. */
  readonly reason: string | null;
}

interface LineCall {
  readonly finalType: FinalType;
  /** The argument, trimmed, with its quotes. */
  readonly content: string;
}

/**
 * The final answer of a reply in the dialect of rlm-kit (seed document 002): calls at the start of a
 * line and alone on it, content as it was written (trimmed, quotes kept), FINAL_VAR before FINAL, and
 * a FINAL ignored when the reply holds a closed block tagged `repl`. Null when there is none, or when
 * a FINAL_VAR cannot be resolved; {@link explainFinalAnswer} says why.
 */
export async function findFinalAnswer(
  text: string,
  options: FindFinalAnswerOptions = {},
): Promise<string | null> {
  return (await explainFinalAnswer(text, options)).answer;
}

/** As {@link findFinalAnswer}, with the reason where a call gives no answer. */
export async function explainFinalAnswer(
  text: string,
  { environment }: FindFinalAnswerOptions = {},
): Promise<FinalAnswerResult> {
  const pending = environment?.pendingFinal;
  if (pending !== undefined && pending !== null) return answered(formatFinalAnswer(pending));

  const calls = findLineCalls(text);
  const variable = calls.find(({ finalType }) => finalType === 'variable');
  if (variable !== undefined) return resolve(variable.content, environment);

  const direct = calls.find(({ finalType }) => finalType === 'direct');
  if (direct === undefined) return { answer: null, reason: null };
  if (parseCodeBlocks(text, { tags: ['repl'] }).some((block) => block.closed)) {
    return refused('The reply holds code to run');
  }
  return answered(direct.content);
}

const answered = (answer: string): FinalAnswerResult => ({ answer, reason: null });
const refused = (reason: string): FinalAnswerResult => ({ answer: null, reason });

async function resolve(
  argument: string,
  environment: FinalAnswerEnvironment | null | undefined,
): Promise<FinalAnswerResult> {
  const name = readVariableName(argument);
  if (name === null) return refused(`${argument} names no variable`);
  if (!environment) return refused('No environment to look a variable up in');
  const { found, value } = await environment.getVariable(name);
  return found ? answered(formatFinalAnswer(value)) : refused(`There is no variable '${name}'`);
}

/** The FINAL and FINAL_VAR calls that stand alone on their lines, outside of code and thoughts. */
function findLineCalls(text: string): LineCall[] {
  const calls: LineCall[] = [];
  scanReply(
    text,
    () => undefined,
    ({ head: { finalType, name, start, open }, close, line, proseStart }) => {
      const rest = /(?:[^\S\n]*\))*[^\S\n]*(?=\n|$)/y;
      rest.lastIndex = close + 1;
      const alone =
        close !== -1 &&
        start + name.length === open &&
        text.slice(Math.max(line.start, proseStart), start).trim() === '';
      const after = alone ? rest.exec(text)?.[0] : undefined;
      if (after === undefined) return open + 1;
      const end = close + 1 + after.trimEnd().length;
      if (finalType !== 'submit') {
        calls.push({ finalType, content: text.slice(open + 1, end - 1).trim() });
      }
      return end;
    },
  );
  return calls;
}
