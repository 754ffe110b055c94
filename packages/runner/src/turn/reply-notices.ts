import type { CodeBlock } from '@rlm/termination';

import type { Notice } from './notice.js';

/** How many blocks are named, and how many characters of their first line. */
const named = 3;
const namedChars = 60;

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
