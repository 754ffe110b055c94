import type { Style } from '../render/style.js';
import { dollars, grouped, oneLine } from '../view/text/numbers.js';
import type { Score, Tried } from './score.js';

/** A head is as wide as its column, and stands where the cells stand. */
const heads = ['task            ', 'answer   ', ' steps', '   tokens', '    cost', ' seconds'];
const directHeads = ['direct   ', ' text', '   tokens', '    cost', ' seconds'];
const reasonColumns = 120;

/** A table that is printed as it grows. */
export interface ScoreTable {
  readonly head: string;
  /** A task, with a line below it for each answer that is not right. */
  readonly row: (tried: Tried) => string;
  /** All tasks together. */
  readonly sum: (all: readonly Tried[]) => string;
}

/** A table of tasks; with the columns of direct calls, if there are any. */
export function scoreTable(style: Style, hasDirect: boolean): ScoreTable {
  const columns = hasDirect ? [...heads, ...directHeads] : heads;
  const line = (cells: readonly string[], last = ''): string => {
    const padded = columns.map((head, index) => {
      const cell = cells[index] ?? '';
      const words = head.startsWith(' ') ? cell.padStart(head.length) : cell.padEnd(head.length);
      if (cell === 'right') return style.good(words);
      return cell === 'wrong' || cell === 'no answer' ? style.bad(words) : words;
    });
    return [...padded, last].join('  ').trimEnd();
  };
  const below = (by: string, reason: string | null | undefined): string =>
    reason == null ? '' : `\n  ${style.dim(`${by}${oneLine(reason, reasonColumns)}`)}`;
  return {
    head: style.bold([...columns, 'run'].join('  ')),
    row(tried) {
      const { task, verdict, steps, runId, reason, direct } = tried;
      const cells = [task, verdict, String(steps), ...figuresOf([tried])];
      if (direct !== undefined) {
        const text = `${Math.floor(direct.fitted * 100)} %`;
        cells.push(direct.verdict, text, ...figuresOf([direct]));
      }
      return `${line(cells, runId ?? '')}${below('', reason)}${below('direct: ', direct?.reason)}`;
    },
    sum(all) {
      const steps = all.reduce((sum, tried) => sum + tried.steps, 0);
      const directs = all.flatMap(({ direct }) => direct ?? []);
      const cells = ['all', rightOf(all), String(steps), ...figuresOf(all)];
      return style.bold(line([...cells, rightOf(directs), '', ...figuresOf(directs)]));
    },
  };
}

const rightOf = (scores: readonly Score[]): string =>
  `${scores.filter(({ verdict }) => verdict === 'right').length} of ${scores.length}`;

/** Tokens, cost and seconds of all of them together. */
function figuresOf(scores: readonly Score[]): readonly string[] {
  const sumOf = (of: (score: Score) => number): number =>
    scores.reduce((sum, score) => sum + of(score), 0);
  const isPriced = scores.every(({ costUsd }) => costUsd !== null);
  return [
    grouped(sumOf(({ tokens }) => tokens)),
    isPriced ? dollars(sumOf(({ costUsd }) => costUsd ?? 0)) : '-',
    (sumOf(({ durationMs }) => durationMs) / 1000).toFixed(1),
  ];
}
