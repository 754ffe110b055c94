import type { TreeView } from '../../../src/view/run-view.js';
import { queriesKey, rowsOf, textOfRow, type Row } from './rows.js';

/** A row in which the words were found. */
export interface Hit {
  readonly runId: string;
  readonly step: number;
  readonly rowKey: string;
  /** The list that must be open for the row to be there. */
  readonly listKey: string;
}

/** The kinds of rows that show what was read. */
const reading: ReadonlySet<Row['kind']> = new Set(['output', 'query']);

/** The first output or sub-query that has a quote, or the longest line of it, and the words that are there. */
export function findReading(
  tree: TreeView,
  quote: string,
): { readonly hit: Hit; readonly words: string } | undefined {
  const lines = quote.split('\n').map((line) => line.trim());
  const longest = lines.reduce((most, line) => (line.length > most.length ? line : most), '');
  for (const words of new Set([quote.trim(), longest])) {
    const [hit] = findHits(tree, words, ({ kind }) => reading.has(kind));
    if (hit !== undefined) return { hit, words };
  }
  return undefined;
}

/** Where the words are, in all runs of the tree: root first. Case does not count. */
export function findHits(
  tree: TreeView,
  words: string,
  isWanted: (row: Row) => boolean = () => true,
): Hit[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  return Object.values(tree.runs).flatMap((run) => {
    const all = new Set(run.steps.map((step) => queriesKey(run.runId, step)));
    return rowsOf(run, all)
      .filter((row) => isWanted(row))
      .filter((row) => textOfRow(row, tree).toLowerCase().includes(wanted))
      .map(({ key, step }) => ({
        runId: run.runId,
        step: step.step,
        rowKey: key,
        listKey: queriesKey(run.runId, step),
      }));
  });
}
