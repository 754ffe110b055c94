import type { ReplLanguage } from '@rlm/repl-types';
import { groupThousands } from '@rlm/repl-types/internal';

import { escapedName } from '../escaped-name.js';
import { named, type Fault, type HintRule, type LanguageWords } from './fault.js';
import { javascript } from './javascript.js';
import { python } from './python.js';

/** The table of patterns and words, by the REPL's language. */
export const wordsOf: Readonly<Record<ReplLanguage, LanguageWords>> = { python, javascript };

/** Characters that a sub-query may well be given at once. */
const maxReadChars = 200_000;

const pieces = '`chunk(text, 100_000)`';

/** What is wrong in either language. */
export const sharedRules: readonly HintRule[] = [
  {
    error: /prompt must be a string, got/,
    mend: ({ language }) => `Make one text of it first: ${wordsOf[language].text}.`,
  },
  {
    error: /prompts must be a list of strings, got an item/,
    mend: ({ language }) =>
      `Each prompt must be a text: ${wordsOf[language].text} makes one of an item.`,
  },
  {
    error: /prompts must be a list of strings/,
    mend: 'Give a list of texts, also for one: [prompt].',
  },
  {
    error:
      /HostCallError: .*(?:context.?length|context window|maximum context|too long|too many tokens|too large)/is,
    mend: `The prompt was too long for the model: ask about pieces, as ${pieces} gives them, with llm_query_batched.`,
  },
  {
    error: /^TimeoutError: stopped after/,
    mend: ({ language }) =>
      `The block took too long: work on a part of the data at a time, look things up in ${wordsOf[language].slow} instead of a loop in a loop, and leave reading to llm_query_batched.`,
  },
  {
    error: /^(?:MemoryError|InternalError: out of memory)/,
    mend: 'The memory of the REPL is limited: keep positions and counts instead of copies of the data.',
  },
];

/** The useless thing that a block, failed or not, did with a whole context; null if it did none. */
export function wasteOf(
  fault: Fault,
  isCut: boolean,
  sizes: ReadonlyMap<string, number>,
): string | null {
  for (const name of fault.contexts) {
    const size = sizes.get(name) ?? 0;
    if (isCut && prints(fault.code, name)) return tooLong(name, size);
    if (size > maxReadChars && passesWhole(fault.code, name)) {
      return `${named(name)} went whole into a sub-query (${groupThousands(size)} characters): ask about pieces of it, as ${pieces} gives them, with llm_query_batched.`;
    }
  }
  return null;
}

function tooLong(name: string, size: number): string {
  return `${named(name)} has ${groupThousands(size)} characters: print a part of it, as lines(...), grep(...) or a slice give it.`;
}

function prints(code: string, name: string): boolean {
  return new RegExp(
    `\\b(?:print|console\\.log)\\(\\s*${escapedName(name)}\\s*\\)|^\\s*${escapedName(name)};?\\s*$`,
    'm',
  ).test(code);
}

function passesWhole(code: string, name: string): boolean {
  const whole = new RegExp(
    `\\b(?:llm|rlm)_query(?:_batched)?\\((?:\\s*|[^\\n]*[{,=+]\\s*)${escapedName(name)}\\s*[,)}+]`,
  );
  return whole.test(code);
}
