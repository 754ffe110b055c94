import { describe, expect, it } from 'vitest';

import { walletGuard } from '../../src/guard/index.js';
import type { Turn } from '../../src/index.js';
import { readVectors } from '../vectors.js';

/** Rows whose outcome the project decided otherwise: HTML element names are text. */
const skipped: Readonly<Record<string, string>> = {
  noaction_far_apart: 'HTML element names are text, so the reply completes',
  trivial_tagged_short: 'HTML element names are text, so the first reply completes',
  order_repeat_before_trivial: 'HTML element names are text, so the first reply completes',
};

/** What a row whose recommendation is in words comes to, a stop a step. */
const better: Readonly<Record<string, readonly boolean[]>> = {
  noaction_html_tag_blocks: [true],
  noaction_mismatched_pair: [true],
  noaction_open_only: [true],
  noaction_less_than: [true],
  repeat_alternating: [false, false, false, false, false, true],
  repeat_polling_new_results: [false, false, false],
  repeat_whitespace_differs: [false, false, true],
  malformed_suppresses: [false, false, false, true],
};

interface Step {
  readonly response?: string | null;
  readonly results?: Turn['results'];
  readonly reset?: boolean;
}

interface Verdict {
  readonly break?: boolean;
  readonly reset?: boolean;
}

interface Vector {
  readonly name: string;
  readonly input: { readonly mode: Turn['mode']; readonly steps: readonly Step[] };
  readonly expected: readonly Verdict[];
  readonly expected_head?: readonly Verdict[];
  readonly prefer?: string;
}

const vectors = readVectors('wallet_guard') as readonly Vector[];

describe('walletGuard on the vectors', () => {
  for (const vector of vectors) {
    const reason = skipped[vector.name];
    if (reason !== undefined) {
      it.skip(`${vector.name} (skipped: ${reason})`);
      continue;
    }
    it(vector.name, () => {
      const guard = walletGuard();
      const { mode, steps } = vector.input;
      const stops = steps.map((step) => {
        if (step.reset) {
          guard.reset();
          return 'reset';
        }
        const reply = step.response ?? '';
        return guard.observe({ reply, results: step.results ?? [], mode }).stop;
      });
      const head = vector.prefer === 'head' ? vector.expected_head : undefined;
      const rows = head ?? vector.expected;
      expect(stops).toEqual(
        better[vector.name] ?? rows.map((row) => (row.reset ? 'reset' : row.break)),
      );
    });
  }
});
