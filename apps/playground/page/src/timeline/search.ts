import type { TreeView } from '../../../src/view/run-view.js';
import { queriesKey, rowsOf, textOfRow } from './rows.js';

/** A row in which the words were found. */
export interface Hit {
  readonly runId: string;
  readonly step: number;
  readonly rowKey: string;
  /** The list that must be open for the row to be there. */
  readonly listKey: string;
}

/** Where the words are, in all runs of the tree: root first. Case does not count. */
export function findHits(tree: TreeView, words: string): Hit[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  return Object.values(tree.runs).flatMap((run) => {
    const all = new Set(run.steps.map((step) => queriesKey(run.runId, step)));
    return rowsOf(run, all)
      .filter((row) => textOfRow(row, tree).toLowerCase().includes(wanted))
      .map(({ key, step }) => ({
        runId: run.runId,
        step: step.step,
        rowKey: key,
        listKey: queriesKey(run.runId, step),
      }));
  });
}
