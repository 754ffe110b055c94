import type { RunRow } from '../runs/run-rows.js';
import { counted, oneLine } from '../view/text/numbers.js';

const heads = ['id', 'status', 'when', 'outcome', 'project', 'question'] as const;

/** Between two columns. */
const gap = '  ';

/** Most columns of an id: a file that is no run of ours may have any name. */
const maxIdChars = 128;

/** Most columns of a project: of a longer path, the end is shown. */
const maxProjectChars = 30;

/** The least room for a question. */
const leastQuestion = 20;

/** The runs as a table for a person; the questions take the room that is left. */
export function renderRuns(rows: readonly RunRow[], columns: number): string {
  const cells = rows.map((row) => [
    oneLine(row.id, maxIdChars),
    row.status,
    when(row),
    cameTo(row),
    oneLine(shortPath(row.project ?? ''), maxProjectChars),
  ]);
  const widths = heads
    .slice(0, -1)
    .map((head, column) =>
      Math.max(head.length, ...cells.map((cell) => cell[column]?.length ?? 0)),
    );
  const taken = widths.reduce((sum, width) => sum + width + gap.length, 0);
  const room = Math.max(leastQuestion, columns - taken);
  const lineOf = (cell: readonly string[], last: string): string =>
    [...cell.map((text, column) => text.padEnd(widths[column] ?? 0)), last].join(gap).trimEnd();
  return [
    lineOf(heads.slice(0, -1), heads.at(-1) ?? ''),
    ...rows.map(({ question = '' }, index) => lineOf(cells[index] ?? [], oneLine(question, room))),
  ].join('\n');
}

const shortPath = (path: string): string =>
  path.length > maxProjectChars ? `…${path.slice(1 - maxProjectChars)}` : path;

/** Local time, to the minute. */
function when({ made }: RunRow): string {
  if (made === undefined) return '';
  const date = new Date(made);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function cameTo({ steps, finishReason, waitsForReview }: RunRow): string {
  if (waitsForReview === true) return 'pending_review';
  if (finishReason !== undefined) return oneLine(finishReason, 40);
  return steps === undefined ? '' : counted(steps, 'step');
}
