import { headOf } from '@rlm/repl-types/internal';

import type { FinalDetection } from '@rlm/termination';

import type { Notice } from '../run/notice.js';
import { escapedName } from './escaped-name.js';
import { wordOf } from './prose-reading.js';
import type { LanguageWords } from './words/fault.js';
import { wordsOf } from './words/shared.js';

/** Tokens that models leak at a reply's end. */
const leaked = /<(?:[|｜][^\n<>]{0,40}|\/s)>/g;

const twoWords = /([\p{L}_$][\p{L}\p{N}_$]*)[ \t]+([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** How much of a text is read, in characters. */
const readChars = 20_000;

/**
 * The languages of which prose is a program, without a fence; empty if it is none: its first line begins a statement, and no line reads
 * as a sentence, with words side by side. A recogniser by forms, not a parser: if it doubts, the text is prose. Linear.
 */
export function bareCode(prose: string): readonly LanguageWords[] {
  const text = prose
    .replace(leaked, '')
    .replace(/^>>> ?/gm, '')
    .slice(0, readChars);
  return [wordsOf.python, wordsOf.javascript].filter((words) => isProgram(text, words));
}

const call = '((?:await +)?(print|console\\.log|[\\p{L}_][\\p{L}\\p{N}_]*)\\([^\\n`]{0,300}\\))';
const atEnd = new RegExp(`(?:^|:)[ \\t]*\`?${call}\`?[ \\t]*;?[ \\t]*$`, 'gmu');
const inBackquotes = new RegExp(`\`${call}\``, 'gu');

/**
 * A call of a function of the REPL that prose has, as code would; null if there is none. It is a line or the end of one or, if prose
 * does not finish, anywhere in backquotes.
 */
export function calledInText(
  prose: string,
  functions: readonly string[],
  finishes: boolean,
): string | null {
  for (const form of finishes ? [atEnd] : [atEnd, inBackquotes]) {
    for (const [, whole = '', name = ''] of prose.slice(0, readChars).matchAll(form)) {
      if (name === 'console.log' || functions.includes(name)) return headOf(whole, 80);
    }
  }
  return null;
}

function isProgram(text: string, { statement, keywords, masked }: LanguageWords): boolean {
  const lines = text
    .replace(masked, (literal) => (/^(?:#|\/[/*])/.test(literal) ? '' : '""'))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const [first = '', second] = lines;
  if (!statement.test(first)) return false;
  // The block that a head of Python announces is indented.
  if (/[^,]:$/.test(first) && !/^\s/.test(second ?? '')) return false;
  return lines.every((line) => !isSentence(line, keywords));
}

/** Whether a line has words side by side, of which none is a keyword. */
export function isSentence(line: string, keywords: ReadonlySet<string>): boolean {
  twoWords.lastIndex = 0;
  for (let found = twoWords.exec(line); found !== null; found = twoWords.exec(line)) {
    const [pair, one = '', two = ''] = found;
    const isLoop = (one === 'of' || two === 'of') && /\bfor\b.*\(/.test(line);
    if (!isLoop && !keywords.has(one) && !keywords.has(two)) return true;
    twoWords.lastIndex = found.index + pair.length - two.length;
  }
  return false;
}

/** The notice for a reply whose answer is a word that only its text assigns; null if it is none. */
export function assignedOnly(prose: string, final: FinalDetection | null): Notice | null {
  const word = final && wordOf(final);
  if (word === null) return null;
  const assigns = new RegExp(
    `^[ \\t]*(?:(?:const|let|var)[ \\t]+)?${escapedName(word)}[ \\t]*=[ \\t]*[^=\\s]`,
    'mu',
  );
  if (!assigns.test(prose)) return null;
  return {
    code: 'code_unfenced',
    message: `FINAL(${word}) names what only the text assigns: nothing has run. Put the code in one block tagged \`repl\`.`,
  };
}
