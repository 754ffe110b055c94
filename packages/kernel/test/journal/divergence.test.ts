import { describe, expect, it } from 'vitest';

import type { EffectRecord } from '../../src/contract/journal.js';
import { askedOtherwise } from '../../src/journal/divergence.js';

/** A recorded call of a model, by the short hashes of its messages. */
const recorded: EffectRecord = {
  t: 'effect',
  step: 2,
  key: '/2/model/aa#0',
  kind: 'model',
  parts: ['m1', 'm2', 'm3'],
  ok: true,
  value: null,
} as never;

describe('a run that asks for something else than was recorded', () => {
  it('is compared with what it asks for of the same kind, not with what it asks first', () => {
    const error = askedOtherwise('/', recorded, [
      { key: '/2/tool/bb#0', kind: 'tool', parts: () => ['x1', 'm2', 'm3'] },
      { key: '/2/model/cc#0', kind: 'model', parts: () => ['m1', 'm2', 'other'] },
    ]);
    expect(error.details).toMatchObject({
      expected: '/2/model/aa#0',
      asked: ['/2/tool/bb#0', '/2/model/cc#0'],
      message: 2,
    });
  });

  it('names no message if it asks for nothing of that kind', () => {
    const error = askedOtherwise('/', recorded, [
      { key: '/2/tool/bb#0', kind: 'tool', parts: () => ['m1', 'm2', 'other'] },
    ]);
    expect(error.details).not.toHaveProperty('message');
  });
});
