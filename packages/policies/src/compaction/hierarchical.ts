import { cutCodePoints } from '../define/code-points.js';
import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import { actionOf, countSteps, entriesOf, outputOf, splitLast } from './entries.js';
import type { CompactionPolicy, HistoryEntry, SummaryEntry } from '../shapes/compaction.js';

/** Options of {@link hierarchical}. */
export interface HierarchicalOptions {
  /** Entries at the end that are kept in full. Default: 3. */
  readonly recentWindow?: number | undefined;
  /** Entries before those that are kept in short form. Default: 5. */
  readonly mediumWindow?: number | undefined;
  /** A history with more entries, and summaries of earlier calls, is compacted. Default: 10. */
  readonly compressThreshold?: number | undefined;
}

/** How many summaries of earlier calls a compacted history holds. */
const keptSummaries = 3;

/** Code points of each output in the middle tier. */
const mediumOutput = 50;

/** `hierarchical`: recent entries in full, those before them in short form, the oldest as one line. */
export const hierarchical: PolicyFactory<HierarchicalOptions, CompactionPolicy> = definePolicy<
  HierarchicalOptions,
  CompactionPolicy
>({
  name: 'hierarchical',
  description: 'Summarise older entries more',
  defaults: {
    recentWindow: 3,
    mediumWindow: 5,
    compressThreshold: 10,
  },
  create({ recentWindow, mediumWindow, compressThreshold }) {
    let summaries: readonly string[] = [];
    let compactions = 0;
    return {
      shouldCompact: (given) => entriesOf(given).length + compactions > compressThreshold,
      compact(history) {
        const [earlier, recent] = splitLast(history, recentWindow);
        if (earlier.length === 0) return { history, summary: '' };
        const [old, medium] = splitLast(earlier, mediumWindow);
        if (old.length > 0) {
          summaries = [...summaries, oldLine(old)].slice(-keptSummaries);
          compactions++;
        }
        return {
          history: [
            ...tier('old', old, oldLine),
            ...(summaries.length > 0 ? [historical(summaries)] : []),
            ...tier('medium', medium, mediumLine),
            ...recent,
          ],
          summary: `Hierarchical: ${old.length} old, ${medium.length} medium, ${recent.length} recent`,
        };
      },
      reset() {
        summaries = [];
        compactions = 0;
      },
    };
  },
});

function tier(
  name: 'old' | 'medium',
  entries: readonly HistoryEntry[],
  render: (entries: readonly HistoryEntry[]) => string,
): readonly SummaryEntry[] {
  if (entries.length === 0) return [];
  const entries_summarized = countSteps(entries);
  return [{ type: 'summary', tier: name, content: render(entries), entries_summarized }];
}

function historical(summaries: readonly string[]): SummaryEntry {
  return { type: 'historical_summary', content: summaries.join(' | ') };
}

function oldLine(entries: readonly HistoryEntry[]): string {
  const actions = [...new Set(entries.map(actionOf))].join(', ');
  return `[${countSteps(entries)} steps: ${actions}]`;
}

function mediumLine(entries: readonly HistoryEntry[]): string {
  return entries
    .map((entry) => `${actionOf(entry)}: ${cutCodePoints(outputOf(entry), mediumOutput)}`)
    .join(' | ');
}
