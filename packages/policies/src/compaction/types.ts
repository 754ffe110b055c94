import type { NamedPolicy } from '../define/define-policy.js';
import type { PolicyContext } from '../shapes.js';

/** One entry of a history that may be compacted: a step, or a summary that stands for several. */
export interface HistoryEntry {
  readonly action?: string;
  readonly output?: string;
  readonly [key: string]: unknown;
}

/** A summary in the place of entries. */
export interface SummaryEntry extends HistoryEntry {
  readonly type: 'summary' | 'historical_summary';
  readonly content: string;
  /** Which tier of a hierarchy it stands for. */
  readonly tier?: 'old' | 'medium';
  /** How many entries it stands for. */
  readonly entries_summarized?: number;
}

/** A compacted history, and the summary in it. */
export interface Compaction {
  readonly history: readonly HistoryEntry[];
  /** Empty when nothing was compacted. */
  readonly summary: string;
}

/** Shortens a history. Histories are given and returned as data; none is changed in place. */
export interface CompactionPolicy extends NamedPolicy {
  /** Whether the history is long enough to be worth it. */
  shouldCompact(history: readonly HistoryEntry[]): boolean;
  /** The shortened history. */
  compact(
    history: readonly HistoryEntry[],
    context: PolicyContext,
  ): Compaction | Promise<Compaction>;
  /** Forgets summaries of earlier calls. */
  reset(): void;
}
