import { parseCodeBlocks } from './code-blocks.js';
import { createLineFinder } from './context/line.js';
import { formatFinalAnswer } from './format-final-answer.js';
import { readVariableName } from './interpret.js';
import { findCallEnd } from './scan/argument.js';
import { findCallHeads, type CallHead } from './scan/names.js';
import { matchParentheses } from './scan/parentheses.js';
import { createRegionFinder } from './scan/regions.js';

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

interface Argument {
  readonly head: CallHead;
  /** Trimmed, with its quotes. */
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
  const variable = calls.find(({ head }) => head.finalType === 'variable');
  if (variable !== undefined) return resolve(variable.content, environment);

  const direct = calls.find(({ head }) => head.finalType === 'direct');
  if (direct === undefined) return { answer: null, reason: null };
  if (parseCodeBlocks(text, { tags: ['repl'] }).some((block) => block.closed)) {
    return refused('The reply holds code to run, so the FINAL in its text was ignored');
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
  if (name === null) return refused(`FINAL_VAR takes the name of a variable, not ${argument}`);
  if (!environment) return refused(`FINAL_VAR(${name}) needs an environment to look it up in`);
  const { found, value } = await environment.getVariable(name);
  return found ? answered(formatFinalAnswer(value)) : refused(`There is no variable '${name}'`);
}

/** The FINAL and FINAL_VAR calls that stand alone on their lines, outside of code and thoughts. */
function findLineCalls(text: string): Argument[] {
  const heads = [...findCallHeads(text)].filter(
    ({ finalType, name, start, open }) => finalType !== 'submit' && start + name.length === open,
  );
  const closes = matchParentheses(
    text,
    heads.map(({ open }) => open),
  );
  const nextRegion = createRegionFinder(text);
  const lineOf = createLineFinder(text);
  const budget = { left: 8 * text.length };
  const calls: Argument[] = [];
  let position = 0;
  for (const head of heads) {
    if (head.start < position) continue;
    let region = nextRegion(position);
    while (region !== null && region.end <= head.start) {
      position = region.end;
      region = nextRegion(position);
    }
    if (region !== null && region.start <= head.start) continue;
    const line = lineOf(head.start);
    if (text.slice(line.start, head.start).trim() !== '') continue;
    const balanced = closes.get(head.open);
    const close = findCallEnd({
      text,
      open: head.open,
      balanced,
      readStrings: false,
      lineClose: line.close,
      budget,
    });
    const after = /[^\S\n)]*\)*[^\S\n]*(?:\n|$)/y;
    after.lastIndex = close + 1;
    const rest = close === -1 ? null : after.exec(text);
    if (rest === null) {
      position = head.open + 1;
      continue;
    }
    position = close + rest[0].trimEnd().length + 1;
    calls.push({ head, content: text.slice(head.open + 1, position - 1).trim() });
  }
  return calls;
}
