import { cutText } from '@rlm/repl-types';
import { counted, definedFields, dollars } from '@rlm/repl-types/internal';

import type { Amounts } from '../contract/ledger.js';
import type { RunResult } from '../contract/outcome.js';

/** By this key, the consoles of Node.js, Bun and Deno find what to show of an object. */
const inspectKey = Symbol.for('nodejs.util.inspect.custom');

/** Characters of one text that is shown. */
const maxChars = 1_000;

/** Diagnostics that are shown. */
const maxDiagnostics = 10;

/**
 * Makes `console.log(result)` show a result in short: how it ended, what it used, the number of its steps, and the fields that `own` gives.
 * The key is not enumerable, so copies and JSON have the result's own fields alone. Returns the result.
 */
export function showInShort<Result extends RunResult<readonly unknown[]>>(
  result: Result,
  own: (result: Result) => Readonly<Record<string, unknown>>,
): Result {
  const show = (): object => ({ ...own(result), ...shortHead(result) });
  return Object.defineProperty(result, inspectKey, { value: show });
}

/** A long text without its middle. */
export const shortText = (text: string): string => cutText(text, maxChars).text;

/** How many there are: `[2 steps]`. */
export const shortCount = (count: number, one: string): object =>
  shownAs(`[${counted(count, one)}]`);

function shortHead({
  finishReason,
  stop,
  usage,
  steps,
  diagnostics = [],
}: RunResult<readonly unknown[]> & {
  readonly diagnostics?: readonly { readonly code: string }[];
}): object {
  const codes = diagnostics.slice(0, maxDiagnostics).map(({ code }) => code);
  return definedFields({
    finishReason,
    stop: stop === null ? null : { code: stop.code, message: shortText(stop.message) },
    usage: shownAs(`[${usageText(usage.total)}]`),
    steps: shortCount(steps.length, 'step'),
    diagnostics: codes.length === 0 ? undefined : codes,
  });
}

function usageText({ calls, inputTokens, outputTokens, costUsd }: Amounts): string {
  const cost = costUsd === 0 ? '' : `, ${dollars(costUsd)}`;
  return `${counted(calls, 'call')}, ${counted(inputTokens + outputTokens, 'token')}${cost}`;
}

/** Words that a console shows as they are, without quotes. */
const shownAs = (words: string): object => ({ [inspectKey]: () => words });
