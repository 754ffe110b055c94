import type { NamedPolicy } from './policy.js';

/** One entry of a history that may be compacted: a step, or a summary of several steps. */
export interface HistoryEntry {
  /** The action. An `ActionResult` has it as `actionType`. */
  readonly action?: string;
  readonly actionType?: string;
  /** The output. */
  readonly output?: string;
  /** The text of a summary. */
  readonly content?: string;
  /** How many entries a summary replaces. */
  readonly entries_summarized?: number;
}

/** A summary that replaces entries. */
export interface SummaryEntry extends HistoryEntry {
  readonly type: 'summary' | 'historical_summary';
  readonly content: string;
  /** The tier of a hierarchy that it summarises. */
  readonly tier?: 'old' | 'medium';
}

/** A compacted history, and the summary in it. */
export interface Compaction {
  readonly history: readonly HistoryEntry[];
  /** Empty if nothing was compacted. */
  readonly summary: string;
}

/** The context of a compaction; a `PolicyContext` is one. */
export interface CompactionContext {
  readonly task?: string;
  readonly history?: readonly HistoryEntry[];
}

/** Shortens a history. Histories are passed and returned as data, and never changed in place. */
export interface CompactionPolicy extends NamedPolicy {
  /** Whether a history, or that of a context, is long enough to compact. */
  shouldCompact(history: readonly HistoryEntry[] | CompactionContext): boolean;
  /** Returns the shortened history; a promise only if a model writes the summary. */
  compact(
    history: readonly HistoryEntry[],
    context?: CompactionContext,
  ): Compaction | Promise<Compaction>;
  /** Forgets the summaries of earlier calls. */
  reset(): void;
}
