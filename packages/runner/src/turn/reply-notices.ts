import { headOf } from '@rlm/repl-types/internal';
import type { CodeBlock } from '@rlm/termination';

import { wordsOf } from '../options/dialects.js';
import type { Notice } from '../run/notice.js';
import type { RlmPlan } from '../run/rlm-plan.js';

/** How many blocks are named, and how many characters of their first line. */
const named = 3;
const namedChars = 60;

/** Shortest text after code that is worth a word, in characters. */
const leastAfter = 20;

/** How models name an answer without a call that ends a run. */
const misses: readonly RegExp[] = [
  /^[ \t*_#>]*((FINAL(?:_VAR|_ANSWER)?|SUBMIT|F(?:INAL ANSWER|inal [Aa]nswer))[*_]*(?:[ \t]?:|[ \t]*=(?!=)|[ \t]*[-–—](?=[ \t])|[[{]))[*_]*\s*(?:[^\s*_]|[*_]+ *\S)/m,
  /^[ \t]*#+[ \t]*[*_]*((FINAL|F(?:INAL ANSWER|inal [Aa]nswer)))[*_]*[ \t]*\n\s*\S/m,
  /^[ \t]*(<((?:FINAL|final)(?:_VAR|_ANSWER|_answer)?|answer)>)/m,
  /(\\boxed)(?=\{)/,
];
const finishCall =
  /^\s*((final_?answer|final|finish|submit(?:_?answer)?|done|answer)\()[^\n]*\)[ \t]*;?\s*$/i;

/** The notice about an answer in a form that ends nothing, such as `FINAL: answer`; null if the prose has none. */
export function formMiss(prose: string): string | null {
  for (const form of misses) {
    const [, written, name = ''] = form.exec(prose) ?? [];
    if (written !== undefined) return missOf(written, name);
  }
  return null;
}

/** The notice for prose that is nothing but one line, such as `final_answer(42)`, which ends a run elsewhere; null if it is something else. */
export function lineMiss(prose: string): string | null {
  if (prose.includes('\n')) return null;
  const [, written, name = ''] = finishCall.exec(prose) ?? [];
  if (written === undefined) return formMiss(prose);
  return /^(?:FINAL|SUBMIT)$/.test(name) ? null : missOf(`${written}...)`, name);
}

function missOf(written: string, name: string): string {
  const call = /_VAR$|^SUBMIT$/.test(name) ? name : 'FINAL';
  return `\`${written}\` ends nothing: write ${call}(...), with parentheses, on a line of its own.`;
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
    'Of a block with prompts, such as `>>>`, only the lines with a prompt ran: the others are no code, and only the output above is real.',
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
