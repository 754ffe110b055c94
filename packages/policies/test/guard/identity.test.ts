import { describe, expect, it } from 'vitest';

import { resultsIdentity } from '../../src/guard/identity.js';
import { readVectors } from '../vectors.js';

interface Vector {
  readonly name: string;
  readonly input: { readonly batches: readonly (readonly object[])[] };
  readonly expected: readonly { readonly class: number }[];
}

describe('resultsIdentity on the vectors', () => {
  for (const { name, input, expected } of readVectors('tool_loop_identity') as readonly Vector[])
    it(name, () => {
      const identities = input.batches.map(resultsIdentity);
      const distinct = [...new Set(identities)];
      const classes = identities.map((identity) => distinct.indexOf(identity));
      expect(classes).toEqual(expected.map((row) => row.class));
    });
});

describe('resultsIdentity', () => {
  it('tells arguments apart that cannot be read as JSON', () => {
    const identityOf = (args: unknown) =>
      resultsIdentity([{ action: 'run', result: '', arguments: args }]);
    expect(identityOf('{broken')).not.toBe(identityOf('{broken too'));
    expect(identityOf('{"a":{"b":1,"c":2}}')).toBe(identityOf({ a: { c: 2, b: 1 } }));
  });

  it('survives arguments that are nested too deeply to be read', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(resultsIdentity([{ action: 'run', result: '', arguments: deep }])).toContain('run');
  });
});
