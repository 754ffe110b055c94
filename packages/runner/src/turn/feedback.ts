import { renderExecutions } from '../prompt/execution-text.js';
import { onOneLine } from '../prompt/host-lines.js';
import type { Notice } from './notice.js';
import type { BlockRun } from './run-blocks.js';

/**
 * The most characters that a turn puts into a prompt beyond `maxOutputChars` and the reply itself: names of variables, notices,
 * headings, what is left; and what each block of the reply adds to that.
 */
export const besideOutputChars: { readonly turn: number; readonly block: number } = Object.freeze({
  turn: 13_000,
  block: 200,
});

/** The most characters of all notices together: a cell can have many, by batches in a loop. */
const mostNoticeChars = 8_000;

/** What a model is told beside the outputs of its blocks. */
export interface Told {
  /** Names of new or changed variables. */
  readonly changed: readonly string[];
  readonly notices: readonly Notice[];
  /** What is left, in a line. */
  readonly budget: string;
}

/** What a model is told after its turn. */
export interface Feedback {
  readonly text: string;
  /** The outputs alone, as they stand in the text. */
  readonly shown: readonly string[];
  /** What was found out in rendering it. */
  readonly notices: readonly Notice[];
}

const outputTruncated: Notice = Object.freeze({
  code: 'output_truncated',
  message: 'Some of the output was left out: print less at once.',
});

/** The outputs of a turn's blocks, the names of new or changed variables, the notices, the budget. */
export function renderFeedback(
  runs: readonly BlockRun[],
  { changed, notices, budget }: Told,
  maxOutputChars: number,
): Feedback {
  const shown = renderExecutions(
    runs.map(({ result }) => result),
    changed,
    maxOutputChars,
  );
  const truncated = shown.some((execution) => execution.truncated);
  const own: readonly Notice[] = truncated ? [outputTruncated] : [];
  const parts = [...shown.map(({ text }) => text), ...renderNotices([...notices, ...own]), budget];
  return { text: parts.join('\n\n'), shown: shown.map(({ text }) => text), notices: own };
}

/** A line for each notice, as far as there is room for them. */
function renderNotices(notices: readonly Notice[]): readonly string[] {
  const lines: string[] = [];
  let left = mostNoticeChars;
  for (const { message } of notices) {
    const line = `Note: ${onOneLine(message)}`;
    if (line.length > left) continue;
    left -= line.length;
    lines.push(line);
  }
  const more = notices.length - lines.length;
  return more === 0 ? lines : [...lines, `Note: there is no room for ${more} more of these notes.`];
}
