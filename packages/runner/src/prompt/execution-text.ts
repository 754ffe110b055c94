import { cutText, type CutText, type REPLResult } from '@rlm/repl-types';
import {
  countCodePoints,
  cutAtLines,
  joinTexts,
  measureCut,
  readCutText,
} from '@rlm/repl-types/internal';

import { quoteOutput, quoteTails } from '../host-lines.js';
import { maxOutput } from '../options/limits.js';

/** What one executed block is shown as: its output, its errors, and what became of it. */
export interface ExecutionText {
  readonly text: string;
  /** What of the text is the program's, not the host's words. */
  readonly data: string;
  /** Whether lines of it are quoted, since they look like the host's. */
  readonly isQuoted?: true;
  /** Characters of the output, and how many of them were left out, here or before it came here. */
  readonly printed: number;
  readonly leftOut: number;
  /** How many of those left out were printed, and are not of the value. */
  readonly printedLeftOut: number;
}

/** Characters by which an error's line is found again in its traceback: both are shortened if they are long. */
const comparedChars = 500;

/** The most units of a line that are left out so that output is cut at a line's end. */
const maxLineChars = 300;

/** What an execution printed, and the value of its last expression. */
export type Printed = Pick<REPLResult, 'stdout' | 'stderr' | 'gaps' | 'error' | 'value'>;

/**
 * The output of a turn's blocks as the model sees it (the reference implementation's wording), each with the value of its last expression, within
 * `maxChars` characters (code points) in all: what one stream does not need is left to the others. A stream
 * that is too long keeps its head and its tail, cut at line ends. Nothing is cut for the sake of the last {@link maxOutput}. Lines that imitate the runner's own are quoted. `afterwards` are lines for after the last block.
 */
export function renderExecutions(
  results: readonly Printed[],
  afterwards: readonly string[],
  maxChars: number,
): readonly ExecutionText[] {
  const streams = results.flatMap((result) => [
    quoteOutput(stdoutOf(result)),
    quoteOutput(stderrOf(result)),
    valueOf(result),
  ]);
  const quoted = results.map(
    ({ stdout, stderr }, index) =>
      (streams[3 * index]?.text ?? '') !== stdout ||
      !(streams[3 * index + 1]?.text ?? '').startsWith(stderr),
  );
  const needs = streams.map(({ text }) => countCodePoints(text));
  const all = needs.reduce((sum, need) => sum + need, 0);
  const shares = shareOut(needs, all <= maxOutput(maxChars) ? all : maxChars);
  // What is left after a cut may begin a line that did not begin there before.
  const shown = streams.map(({ text, gaps }, index) => {
    const cut = cutText(text, shares[index] ?? 0, gaps);
    return quoteTails(
      cut.text === text ? cut : cutAtLines(cut, Math.min(maxLineChars, maxChars / 10)),
    );
  });
  return results.map((_, index) => ({
    ...render(
      shown.slice(3 * index, 3 * index + 3),
      index === results.length - 1 ? afterwards : [],
    ),
    ...(quoted[index] === true && { isQuoted: true as const }),
  }));
}

function render(
  streams: readonly CutText[],
  afterwards: readonly string[],
): Omit<ExecutionText, 'isQuoted'> {
  const [stdout, stderr, value] = streams.map(({ text }) => text);
  const parts = streams.filter(({ text }) => text !== '').map(({ text }) => `\n${text}`);
  if (afterwards.length > 0) parts.push(`${afterwards.join('\n')}\n`);
  return {
    text: `REPL output:\n${parts.length === 0 ? 'No output' : parts.join('\n\n')}`,
    data: [stdout, stderr, value?.slice(valueHead.length)].join('\n'),
    ...countLeftOut(streams),
  };
}

function countLeftOut(
  streams: readonly CutText[],
): Pick<ExecutionText, 'printed' | 'leftOut' | 'printedLeftOut'> {
  const counts = streams.map(measureCut);
  const leftOut = counts.reduce((sum, count) => sum + count.leftOut, 0);
  const head = streams[2]?.text === '' ? 0 : valueHead.length;
  return {
    printed: counts.reduce((sum, { shown }) => sum + shown, leftOut - head),
    leftOut,
    printedLeftOut: leftOut - (counts[2]?.leftOut ?? 0),
  };
}

function stdoutOf({ stdout, gaps }: Printed): CutText {
  return { text: stdout, gaps: gaps.stdout };
}

function stderrOf({ stderr, gaps, error }: Printed): CutText {
  const printed = { text: stderr, gaps: gaps.stderr };
  if (error === undefined) return printed;
  const line = error.message === '' ? error.type : `${error.type}: ${error.message}`;
  const beginning = line.slice(0, comparedChars);
  if (stderr.includes(beginning)) return printed;
  const traceback = error.traceback.trimEnd();
  const shown = traceback.includes(beginning)
    ? traceback
    : [traceback, line].filter(Boolean).join('\n');
  const told = readCutText(shown);
  return joinTexts([printed, stderr === '' || stderr.endsWith('\n') ? '' : '\n', told]);
}

const valueHead = 'Value: ';

function valueOf({ value }: Printed): CutText {
  return joinTexts(value === null ? [] : [valueHead, quoteOutput(readCutText(value))]);
}

/**
 * How much of `limit` each of several needs gets: all that it needs if there is enough, else an equal share, to which
 * those who need less leave what they do not use.
 */
function shareOut(needs: readonly number[], limit: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = limit;
  const smallestFirst = [...needs.entries()].sort(([, a], [, b]) => a - b);
  for (const [place, [index, need]] of smallestFirst.entries()) {
    const share = Math.min(need, Math.floor(left / (smallestFirst.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
