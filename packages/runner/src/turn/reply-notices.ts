import type { CodeBlock } from '@rlm/termination';

import type { Notice } from '../run/notice.js';

/** How many blocks are named, and how many characters of their first line. */
const named = 3;
const namedChars = 60;

/** Shortest text after code that is worth a word, in characters. */
const leastAfter = 20;

/** The notice for a model that went on writing after its code, as if it had seen the output. */
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

/** The notice about blocks in the REPL's language that did not run, since others were tagged `repl`. */
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
