import { headOf } from '@rlm/repl-types/internal';
import type { CodeBlock } from '@rlm/termination';
import type { Dialect } from '@rlm/termination/dialects';
import type { ReplLanguage } from '@rlm/repl-types';

import { wordsOf } from '../options/dialects.js';
import type { Notice } from '../run/notice.js';
import type { RlmPlan } from '../run/rlm-plan.js';

/** How many blocks are named, and how many characters of their first line. */
const named = 3;
const namedChars = 60;

/** Shortest text after code that is worth a word, in characters. */
const leastAfter = 20;

/** The notice for a model whose final in prose only proposes an answer. */
export function proposalNotice(dialects: readonly Dialect[], language: ReplLanguage): Notice {
  // One way is enough to know, as in the first prompt.
  const [first] = dialects.filter(({ readProse }) => readProse !== undefined);
  const way = first?.words(language).code ?? '';
  return {
    code: 'final_unconfirmed',
    message: `The final in your text did not end the run, because texts that you were shown hold finals too. To confirm your answer, finish in code: ${way}`,
  };
}

const colonForm =
  /^[ \t*_#>]*(FINAL(?:_VAR)?|SUBMIT|F(?:INAL ANSWER|inal [Aa]nswer))[*_]*:[*_]*\s*(?:[^\s*_]|[*_]+ *\S)/m;

/** The notice about a line `FINAL: answer`, which is not a call; null if the prose has no such line. */
export function colonMiss(prose: string): string | null {
  const written = colonForm.exec(prose)?.[1];
  if (written === undefined) return null;
  const call = /_VAR$|^SUBMIT$/.test(written) ? written : 'FINAL';
  return `\`${written}:\` ends nothing: write ${call}(...), with parentheses, on a line of its own.`;
}

/** The notice for a model that neither wrote code nor finished. It names the first dialect. */
export function nudge({ dialects, options }: RlmPlan): Notice {
  const [words] = dialects.map((dialect) => wordsOf(dialect, options.sandbox.language));
  const finish = words?.reminder ?? 'finish';
  return {
    code: 'no_action',
    message: `Nothing in the reply ran, and nothing ended the run. Write a block tagged \`repl\`, or ${finish}.`,
  };
}

/** The notice about a block without its closing fence. */
export const unclosedBlock: Notice = {
  code: 'block_unclosed',
  message:
    'A block of code was not run, because its closing fence is missing. Send it again, with ``` on a line of its own after the code.',
};

/** The notice about a final beside code that runs. */
export const finalIgnored: Notice = {
  code: 'prose_final_ignored',
  message:
    'The final answer in the text was ignored, since the reply also had code. Read the output first, then finish.',
};

/** The notice about a block that shows what its code printed. */
export const shownOutput: Notice = {
  code: 'text_after_code',
  message:
    'Of a block with `>>>` only the lines with a prompt ran: the others are no code, and only the output above is real.',
};

/** The notice for a model that went on writing after its code, as if it had seen the output. */
export function textAfterNotice(
  reply: string,
  blocks: readonly CodeBlock[],
  notices: readonly Notice[],
): readonly Notice[] {
  const after = reply.slice(blocks.at(-1)?.span[1] ?? reply.length).trim();
  const isTold = notices.some(
    ({ code, message }) => code === 'prose_final_ignored' || message.includes(invented),
  );
  if (isTold || after.length < leastAfter) return [];
  const message =
    'The text after the code was written before it ran; only the output above is real.';
  return [{ code: 'text_after_code', message }];
}

const invented = 'output that you wrote yourself';

/** The notice about blocks that follow invented output. */
export function afterInventedNotice(blocks: readonly CodeBlock[]): Notice {
  const which = blocks.length === 1 ? 'A block was' : `${String(blocks.length)} blocks were`;
  const message = `${which} not run, because ${invented} stands before: only the output above is real. End a reply after its code.`;
  return { code: 'blocks_left_out', message };
}

/** The notice about blocks in the REPL's language that did not run, since others were tagged `repl`. */
export function leftOutNotice(blocks: readonly CodeBlock[]): Notice {
  const names = blocks.slice(0, named).map(({ tag, code }) => {
    const [line = ''] = code.split('\n', 1);
    return `the one tagged \`${tag}\` that begins with \`${headOf(line.trim(), namedChars)}\``;
  });
  const more = blocks.length - names.length;
  const all = [...names, ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
  const message = `Only blocks tagged \`repl\` run here. Left out: ${all}. Tag all code that is to run with \`repl\`.`;
  return { code: 'blocks_left_out', message };
}
