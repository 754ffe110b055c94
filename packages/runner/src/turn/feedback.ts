import { renderExecutions } from '../prompt/execution-text.js';
import { onOneLine } from '../prompt/host-lines.js';
import type { Notice } from './notice.js';
import type { BlockRun } from './run-blocks.js';

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
  const remarks = [...notices, ...own].map(({ message }) => `Note: ${onOneLine(message)}`);
  const parts = [...shown.map(({ text }) => text), ...remarks, budget];
  return { text: parts.join('\n\n'), shown: shown.map(({ text }) => text), notices: own };
}
