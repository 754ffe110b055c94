import { describe, expect, it } from 'vitest';

import type { EffectRecord } from '../../src/index.js';
import { requestedOtherwise } from '../../src/journal/divergence.js';

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

describe('a run that requests something else than was recorded', () => {
  it('is compared with what it requests of the same kind, not with what it requests first', () => {
    const error = requestedOtherwise({ path: '/', journal: {} }, recorded, [
      { key: '/2/tool/bb#0', kind: 'tool', parts: () => ['x1', 'm2', 'm3'] },
      { key: '/2/model/cc#0', kind: 'model', parts: () => ['m1', 'm2', 'other'] },
    ]);
    expect(error.details).toMatchObject({
      recorded: '/2/model/aa#0',
      requested: ['/2/tool/bb#0', '/2/model/cc#0'],
      message: 2,
    });
  });

  it('names no message if it requests nothing of that kind', () => {
    const error = requestedOtherwise({ path: '/', journal: {} }, recorded, [
      { key: '/2/tool/bb#0', kind: 'tool', parts: () => ['m1', 'm2', 'other'] },
    ]);
    expect(error.details).not.toHaveProperty('message');
  });

  it('has what an older journal says of that', () => {
    const run = { path: '', journal: { older: 'It is of version 1.' } };
    expect(requestedOtherwise(run, recorded, []).message).toMatch(/\. It is of version 1\.$/);
  });
});
