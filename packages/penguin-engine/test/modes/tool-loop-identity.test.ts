import type { Turn } from '@rlm/policies';
import { walletGuard } from '@rlm/policies/guard';
import { describe, expect, it } from 'vitest';

import { readVectors } from '../support/vectors.js';

interface Identity {
  readonly class: number;
}

describe('the guard of a run on tool_loop_identity', () => {
  const rows = readVectors<{ readonly batches: readonly Turn['results'][] }, readonly Identity[]>(
    'tool_loop_identity',
  );
  it.each(rows)('takes turns for the same, or not, as $name says', ({ input, expected }) => {
    const guard = walletGuard({ repeats: 2 });
    const stops = input.batches.map(
      (results) => guard.observe({ reply: '', results, mode: 'task' }).stop,
    );
    const isSame = expected.map(
      ({ class: own }, index) => index > 0 && own === expected[index - 1]?.class,
    );
    expect(stops).toEqual(isSame);
  });
});
