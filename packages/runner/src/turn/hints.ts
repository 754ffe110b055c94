import { headOf } from '@rlm/repl-types/internal';

import type { REPLResult } from '@rlm/repl-types';

import { functionsOf } from '../run/functions-of.js';
import type { Notice } from '../run/notice.js';
import type { RlmState } from '../run/state.js';
import { hasValue } from '../session/variables.js';
import type { BlockRun } from './run-blocks.js';
import { wayToFinish } from './way-to-finish.js';
import type { Fault, HintRule } from './words/fault.js';
import { sharedRules, wasteOf, wordsOf } from './words/shared.js';

/** How much of what model and guest wrote is read for a hint, in characters: rules are not to take longer than their reading. */
const readChars = { error: 1_000, line: 500, code: 10_000 };

/** What the model learns of a step's last block, beside what it printed. */
export interface LookBack {
  /** That it could not be read, in a line; empty if it could. */
  readonly stop: string;
  readonly hints: readonly Notice[];
}

/** Whether a block could be read, and what mends its fault, what it printed instead of a value, or its use of a whole context. */
export function lookBackAt(
  { code, result }: BlockRun,
  { plan, host, variables }: Pick<RlmState, 'plan' | 'host' | 'variables'>,
): LookBack {
  const { language } = plan.options.sandbox;
  const { contexts } = host;
  const set = [...variables.values()].filter(hasValue);
  const line = lineOfError(result);
  const fault: Fault = {
    language,
    code: code.slice(0, readChars.code),
    result,
    error: headOf(errorOf(result), readChars.error),
    line: headOf(line === null ? '' : (code.split('\n')[line - 1] ?? ''), readChars.line),
    types: new Map([...contexts, ...set].map(({ name, typeName }) => [name, typeName] as const)),
    functions: [...functionsOf(plan), ...plan.dialects.flatMap(({ guestNames }) => guestNames)],
    contexts: contexts.map(({ name }) => name),
    finish: wayToFinish(plan),
  };
  const sizes = new Map(contexts.map(({ name, totalLength }) => [name, totalLength]));
  const message = hintOf(fault, result.gaps.stdout.length > 0, sizes);
  return {
    stop: result.unread ? unreadLine(line) : '',
    hints: message === null ? [] : [{ code: 'hint', message }],
  };
}

function unreadLine(line: number | null): string {
  return line === null
    ? 'The block could not be read, so nothing of it ran.'
    : `Line ${String(line)} could not be read, so nothing of the block ran.`;
}

function hintOf(fault: Fault, isCut: boolean, sizes: ReadonlyMap<string, number>): string | null {
  const { language, result, error, code, functions } = fault;
  const { rules, unawaited, awaited } = wordsOf[language];
  // The guest has said by itself what to do.
  const isTold = error === '' || error.includes('(hint: ');
  return (
    (isTold ? null : firstMend([...sharedRules, ...rules], fault)) ??
    (unawaited.test(`${result.stdout}${result.value ?? ''}`) ? awaited : null) ??
    (setsReady.test(code) && !functions.includes('answer')
      ? `\`answer\` ends nothing here: ${fault.finish}`
      : null) ??
    wasteOf(fault, isCut, sizes)
  );
}

/** How models finish that were taught the answer variable of other harnesses. */
const setsReady = /\banswer\b *(?:[.[=]|\.update)[^\n]{0,500}\bready["']? *\]? *[=:] *true\b/i;

/** The mend of the first rule that applies; null if none does. */
function firstMend(rules: readonly HintRule[], fault: Fault): string | null {
  for (const { error, line, code, mend } of rules) {
    if (line !== undefined && !line.test(fault.line)) continue;
    if (code !== undefined && !code.test(fault.code)) continue;
    const match = (error ?? /^/).exec(fault.error);
    if (match === null) continue;
    const told = typeof mend === 'string' ? mend : mend(fault, match);
    if (told !== null) return told;
  }
  return null;
}

function errorOf({ error }: REPLResult): string {
  return error === undefined ? '' : `${error.type}: ${error.message}`;
}

/** The line of the cell's own code at which it stopped, from 1; null if its traceback does not say. */
function lineOfError({ error, unread }: REPLResult): number | null {
  const places = [
    ...(error?.traceback ?? '').matchAll(
      /^ {2}(?:File "<cell \d+>", line (\d+)(?:, in <module>)?$|cell \d+, line (\d+)$)/gm,
    ),
  ];
  const [, python, javascript] = (unread ? places[0] : places.at(-1)) ?? [];
  const line = python ?? javascript;
  return line === undefined ? null : Number(line);
}
