import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createPolicyRegistry } from '../src/index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('README.md', () => {
  it('names every built-in termination policy', () => {
    for (const { name } of createPolicyRegistry().list()) expect(readme).toContain(`| \`${name}\``);
  });
});
