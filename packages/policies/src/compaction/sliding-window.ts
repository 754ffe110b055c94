import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import { countSteps, entriesOf, splitLast, summarised } from './entries.js';
import type { CompactionPolicy } from '../shapes/compaction.js';

/** Options of {@link slidingWindow}. */
export interface SlidingWindowOptions {
  /** Entries that are kept. Default: 5. */
  readonly windowSize?: number | undefined;
  /** Whether an entry states how many entries were discarded. Default: true. */
  readonly includeSummaryMarker?: boolean | undefined;
}

/** `sliding_window`: keeps the last entries and drops the rest. */
export const slidingWindow: PolicyFactory<SlidingWindowOptions, CompactionPolicy> = definePolicy<
  SlidingWindowOptions,
  CompactionPolicy
>({
  name: 'sliding_window',
  description: 'Keep the last entries',
  defaults: { windowSize: 5, includeSummaryMarker: true },
  create: ({ windowSize, includeSummaryMarker }) => ({
    shouldCompact: (given) => entriesOf(given).length > windowSize,
    compact(history) {
      const [discarded, kept] = splitLast(history, windowSize);
      if (discarded.length === 0) return { history, summary: '' };
      const summary = `[${countSteps(discarded)} earlier entries discarded]`;
      return includeSummaryMarker
        ? summarised(summary, discarded, kept)
        : { history: kept, summary };
    },
    reset() {
      // It keeps no state.
    },
  }),
});
