import type { ReplLanguage } from '@rlm/repl-types';

import type { Notice } from '../../run/notice.js';
import { firstMend, type Fault, type HintRule } from './fault.js';
import { javascriptRules } from './javascript.js';
import { unawaited } from './may-need-hint.js';
import { pythonRules } from './python.js';
import { sharedRules, wasteOf } from './shared.js';

const rules: Readonly<Record<ReplLanguage, readonly HintRule[]>> = {
  python: [...sharedRules, ...pythonRules],
  javascript: [...sharedRules, ...javascriptRules],
};

/** The mend of a block's fault, of what it printed instead of a value, or of a context that it used whole; null if there is none. */
export function hintOf(
  fault: Fault,
  isCut: boolean,
  sizes: ReadonlyMap<string, number>,
): Notice | null {
  const { language, result, error } = fault;
  // The guest has said by itself what to do.
  const isTold = error.includes('(hint: ');
  const message =
    (error === '' || isTold ? null : firstMend(rules[language], fault)) ??
    (unawaited[language].test(`${result.stdout}${result.value ?? ''}`)
      ? awaited[language]
      : null) ??
    wasteOf(fault, isCut, sizes);
  return message === null ? null : { code: 'hint', message };
}

const awaited: Readonly<Record<ReplLanguage, string>> = {
  python:
    'A coroutine was printed instead of its value: write `await f(x)`, or `await asyncio.gather(*[...])` for many.',
  javascript:
    'A promise was printed instead of its value: write `await Promise.all(list.map(...))`, or `await llm_query_batched(prompts)`.',
};
