import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import * as entry from '../src/index.js';
import { terminationPolicies } from '../src/termination/built-ins.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('README.md', () => {
  it('names every built-in termination policy', () => {
    for (const { name } of entry.createPolicyRegistry().list())
      expect(readme).toContain(`| \`${name}\``);
  });
});

describe('src/index.ts', () => {
  it('exports every built-in termination policy but composite, which is for names', () => {
    const exported = new Set<unknown>(Object.values(entry));
    const missing = terminationPolicies.filter((policy) => !exported.has(policy));
    expect(missing.map(({ policyName }) => policyName)).toEqual(['composite']);
  });
});
