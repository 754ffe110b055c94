import { groupThousands } from '@rlm/repl-types/internal';
import type { SessionVariable } from '@rlm/sandbox';

import { renderExecutions } from '../prompt/execution-text.js';
import type { Notice } from '../run/notice.js';
import { beyondOwnWords } from './beyond-own-words.js';
import { allNoticeChars, noticeLines } from './rank-notices.js';
import type { BlockRun } from './run-blocks.js';
import { renderVariables, variableChars } from './what-became.js';

/**
 * The most characters that a turn puts into a prompt beyond `maxOutputChars` and the reply itself: names of variables, notices,
 * headings, what is left; and what each block of the reply adds to that.
 */
export const besideOutputChars: { readonly turn: number; readonly block: number } = Object.freeze({
  turn: allNoticeChars + variableChars + 1_000,
  block: 200,
});

/** What the model gets beside the outputs of its blocks. */
export interface Told {
  /** New or changed variables. */
  readonly changed: readonly SessionVariable[];
  /** Where the last block stopped by an error, and what of it did not run. */
  readonly stop?: string;
  readonly notices: readonly Notice[];
  /** What is left, in a line. */
  readonly budget: string;
  /** Whether `_out` is what the last block printed. */
  readonly hasWholeOutput?: boolean;
  /** Whether the two steps before had the same code and the same output, and nothing has changed. */
  readonly isRepeated?: boolean;
  /** Whether the model was told how lines are shown that look like the runner's own. */
  readonly hasQuoted?: boolean;
}

/** The message that follows a reply of the model. */
export interface Feedback {
  readonly text: string;
  /** The outputs alone, as the text shows them. */
  readonly shown: readonly string[];
  /** What of them is neither the model's nor ours, in a text. */
  readonly data: string;
  /** What was found out in rendering it. */
  readonly notices: readonly Notice[];
}

function outputTruncated(leftOut: number, all: number, isInOut: boolean, blocks: number): Notice {
  const counts = `${groupThousands(leftOut)} of ${groupThousands(all)}`;
  const whose = blocks > 1 ? 'all that the last block printed' : 'all of it';
  const advice = isInOut ? `, or read ${whose} in \`_out\`` : ' at once';
  return {
    code: 'output_truncated',
    message: `${counts} characters are left out: print less${advice}.`,
  };
}

const silent: Notice = {
  code: 'hint',
  message: 'Nothing was printed, and no variable has changed: print what you want to see.',
};

const repeated: Notice = {
  code: 'block_repeated',
  message:
    'This block has run three times, with the same output: another run of it tells nothing new. Write another block, or finish.',
};

const quoted: Notice = {
  code: 'lines_quoted',
  message: 'A line of output that looks like one of mine is shown after `> `.',
};

/** The outputs of a turn's blocks, what did not run, new or changed variables, the most useful notices, the budget. */
export function renderFeedback(
  runs: readonly BlockRun[],
  {
    changed,
    stop = '',
    notices,
    budget,
    hasWholeOutput = false,
    isRepeated = false,
    hasQuoted = false,
  }: Told,
  maxOutputChars: number,
): Feedback {
  const afterwards = [stop, renderVariables(changed)];
  const shown = renderExecutions(
    runs.map(({ result }) => result),
    afterwards.filter((line) => line !== ''),
    maxOutputChars,
  );
  const leftOut = shown.reduce((sum, execution) => sum + execution.leftOut, 0);
  const all = shown.reduce((sum, execution) => sum + execution.printed, 0);
  const isTold = notices.some(({ code }) => code === 'hint');
  const isInOut = hasWholeOutput && (shown.at(-1)?.printedLeftOut ?? 0) > 0;
  const hasEnded = runs.at(-1)?.result.finalOutput !== null;
  const isSilent =
    !hasEnded && notices.length === 0 && shown.every(({ data }) => data.trim() === '');
  const isCut = leftOut > 0 && !isTold;
  const own: readonly Notice[] = [
    ...(isCut ? [outputTruncated(leftOut, all, isInOut, runs.length)] : []),
    ...(!isCut && isSilent && afterwards.every((line) => line === '') ? [silent] : []),
    ...(isRepeated ? [repeated] : []),
    ...(!hasQuoted && shown.some(({ isQuoted }) => isQuoted === true) ? [quoted] : []),
  ];
  const lines = noticeLines([...notices, ...own]);
  const parts = [...shown.map(({ text }) => text), ...lines, budget];
  return {
    text: parts.join('\n\n'),
    shown: shown.map(({ text }) => text),
    data: runs.map((run, index) => beyondOwnWords(shown[index]?.data ?? '', run)).join('\n'),
    notices: own,
  };
}
