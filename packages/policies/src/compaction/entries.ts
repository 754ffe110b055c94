import { cutCodePoints } from '../define/code-points.js';
import type {
  Compaction,
  CompactionContext,
  HistoryEntry,
  SummaryEntry,
} from '../shapes/compaction.js';

/** The entries, given alone or in a context. */
export function entriesOf(
  given: readonly HistoryEntry[] | CompactionContext,
): readonly HistoryEntry[] {
  return Array.isArray(given)
    ? (given as readonly HistoryEntry[])
    : ((given as CompactionContext).history ?? []);
}

/** The action of an entry. */
export function actionOf(entry: HistoryEntry): string {
  return entry.action ?? entry.actionType ?? (entry.content === undefined ? 'unknown' : 'summary');
}

/** The output of an entry; for a summary, its text. */
export function outputOf(entry: HistoryEntry): string {
  return entry.output ?? entry.content ?? '';
}

/** How many steps the entries represent. A summary counts for the steps that it summarises. */
export function countSteps(entries: readonly HistoryEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.entries_summarized ?? 1), 0);
}

/** How often each action was taken, in the order of first use: `read(2), run(1)`. */
export function countActions(entries: readonly HistoryEntry[]): string {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const action = actionOf(entry);
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return [...counts].map(([action, times]) => `${action}(${times})`).join(', ');
}

/** The first outputs that pass, each cut to a number of code points. */
export function keyOutputs(
  entries: readonly HistoryEntry[],
  most: number,
  length: number,
  passes: (output: string) => boolean,
): readonly string[] {
  const kept: string[] = [];
  for (const entry of entries) {
    if (kept.length === most) break;
    const output = outputOf(entry);
    if (output !== '' && passes(output)) kept.push(cutCodePoints(output, length));
  }
  return kept;
}

/** A history whose first entries are replaced by one summary. */
export function summarised(
  summary: string,
  replaced: readonly HistoryEntry[],
  kept: readonly HistoryEntry[],
): Compaction {
  const entry: SummaryEntry = {
    type: 'summary',
    content: summary,
    entries_summarized: countSteps(replaced),
  };
  return { history: [entry, ...kept], summary };
}

/** Splits entries into the last `most` and those before them. */
export function splitLast(
  entries: readonly HistoryEntry[],
  most: number,
): readonly [before: readonly HistoryEntry[], last: readonly HistoryEntry[]] {
  const at = Math.max(0, entries.length - most);
  return [entries.slice(0, at), entries.slice(at)];
}
