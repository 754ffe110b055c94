import type { NamedPolicy } from './policy.js';

/** One entry of a history that may be compacted: a step, or a summary that stands for several. */
export interface HistoryEntry {
  /** What was done. An `ActionResult` says it as `actionType`. */
  readonly action?: string;
  readonly actionType?: string;
  /** What came of it. */
  readonly output?: string;
  /** The text of a summary. */
  readonly content?: string;
  /** How many entries a summary stands for. */
  readonly entries_summarized?: number;
}

/** A summary in the place of entries. */
export interface SummaryEntry extends HistoryEntry {
  readonly type: 'summary' | 'historical_summary';
  readonly content: string;
  /** Which tier of a hierarchy it stands for. */
  readonly tier?: 'old' | 'medium';
}

/** A compacted history, and the summary in it. */
export interface Compaction {
  readonly history: readonly HistoryEntry[];
  /** Empty when nothing was compacted. */
  readonly summary: string;
}

/** What a policy is asked about; a `PolicyContext` is one. */
export interface CompactionContext {
  readonly task?: string;
  readonly history?: readonly HistoryEntry[];
}

/** Shortens a history. Histories are given and returned as data; none is changed in place. */
export interface CompactionPolicy extends NamedPolicy {
  /** Whether a history, or that of a context, is long enough to be worth it. */
  shouldCompact(history: readonly HistoryEntry[] | CompactionContext): boolean;
  /** The shortened history; a promise only where a model writes the summary. */
  compact(
    history: readonly HistoryEntry[],
    context?: CompactionContext,
  ): Compaction | Promise<Compaction>;
  /** Forgets the summaries of earlier calls. */
  reset(): void;
}
