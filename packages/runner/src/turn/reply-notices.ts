import type { CodeBlock } from '@rlm/termination/internal';
import type { Dialect } from '@rlm/termination/dialects';
import type { ReplLanguage } from '@rlm/repl-types';

import type { RlmPlan } from '../plan/rlm-plan.js';
import type { Notice } from './notice.js';

/** How many blocks are named, and how many characters of their first line. */
const named = 3;
const namedChars = 60;

/** Shortest text after code that is worth a word, in characters. */
const leastAfter = 20;

/** What a model is told that has written on behind its code, as if it had seen what the code would print. */
export function textAfterNotice(
  reply: string,
  blocks: readonly CodeBlock[],
  notices: readonly Notice[],
): readonly Notice[] {
  const after = reply.slice(blocks.at(-1)?.span[1] ?? reply.length).trim();
  const isTold = notices.some(({ code }) => code === 'prose_final_ignored');
  if (isTold || after.length < leastAfter) return [];
  const message =
    'The text after the code was written before it ran; only the output above is real.';
  return [{ code: 'text_after_code', message }];
}

/** What a model is told of blocks in the REPL's language that did not run, since others were tagged `repl`. */
export function leftOutNotice(blocks: readonly CodeBlock[]): Notice {
  const names = blocks.slice(0, named).map(({ tag, code }) => {
    const [line = ''] = code.split('\n', 1);
    return `the one tagged \`${tag}\` that begins with \`${line.trim().slice(0, namedChars)}\``;
  });
  const more = blocks.length - names.length;
  const all = [...names, ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
  const message = `Only blocks tagged \`repl\` run here. Left out: ${all}. Tag all code that is to run with \`repl\`.`;
  return { code: 'blocks_left_out', message };
}

/** What a model is told whose final stands, as it was written, in a text that it was shown. */
export function echoNotice(dialects: readonly Dialect[], language: ReplLanguage): Notice {
  const ways = dialects
    .filter(({ readProse }) => readProse !== undefined)
    .map(({ words }) => words(language).code);
  return {
    code: 'final_echoed',
    message: `The final in that reply ended nothing, since the same text stands in what you were shown: data cannot finish for you. If it is your own answer, finish in code: ${ways.join(' Or: ')}`,
  };
}

const colonForm =
  /^[ \t*_#>]*(FINAL(?:_VAR)?|SUBMIT|F(?:INAL ANSWER|inal [Aa]nswer))[*_]*:[*_]*\s*(?:[^\s*_]|[*_]+ *\S)/m;

/** What a model is told of a line `FINAL: answer`, which is no call; null where prose has none. */
export function colonMiss(prose: string): string | null {
  const written = colonForm.exec(prose)?.[1];
  if (written === undefined) return null;
  const call = /_VAR$|^SUBMIT$/.test(written) ? written : 'FINAL';
  return `\`${written}:\` ends nothing: write ${call}(...), with parentheses, on a line of its own.`;
}

/** What a model is told that neither wrote code nor finished: the first dialect is named. */
export function renderNudge({ dialects, options }: RlmPlan): string {
  const [words] = dialects.map((dialect) => dialect.words(options.sandbox.language));
  const finish = words?.reminder ?? 'finish';
  return `That reply had neither code nor an answer. Write one block tagged \`repl\`, or ${finish}.`;
}
