import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import {
  countActions,
  countSteps,
  entriesOf,
  keyOutputs,
  splitLast,
  summarised,
} from './entries.js';
import type { CompactionPolicy } from '../shapes/compaction.js';

/** Options of {@link deterministic}. */
export interface DeterministicOptions {
  /** A longer history is compacted. Default: 8. */
  readonly maxEntries?: number | undefined;
  /** Entries at the end that are kept. Default: 2. */
  readonly preserveLastN?: number | undefined;
  /** Code points of each quoted output. Default: 200. */
  readonly maxOutputChars?: number | undefined;
  /** Whether the summary counts the actions. Default: true. */
  readonly includeActionCounts?: boolean | undefined;
}

/** How many outputs a summary quotes. */
const quotedOutputs = 3;

/** `deterministic`: a summary by rule that counts actions and quotes outputs, except those with errors. */
export const deterministic: PolicyFactory<DeterministicOptions, CompactionPolicy> = definePolicy<
  DeterministicOptions,
  CompactionPolicy
>({
  name: 'deterministic',
  description: 'Summarise by rule',
  defaults: {
    maxEntries: 8,
    preserveLastN: 2,
    maxOutputChars: 200,
    includeActionCounts: true,
  },
  create: ({ maxEntries, preserveLastN, maxOutputChars, includeActionCounts }) => ({
    shouldCompact: (given) => entriesOf(given).length > maxEntries,
    compact(history) {
      const [replaced, kept] = splitLast(history, preserveLastN);
      if (replaced.length === 0) return { history, summary: '' };
      const outputs = keyOutputs(
        replaced,
        quotedOutputs,
        maxOutputChars,
        (output) => !/error/i.test(output),
      );
      const parts = [
        includeActionCounts && `Previous ${countSteps(replaced)} steps: ${countActions(replaced)}`,
        outputs.length > 0 && `Key outputs: ${outputs.join('; ')}`,
      ];
      return summarised(parts.filter(Boolean).join(' | '), replaced, kept);
    },
    reset() {
      // It keeps no state.
    },
  }),
});
