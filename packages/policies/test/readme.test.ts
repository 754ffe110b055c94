import { textOfPackage } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import { createPolicyRegistry } from '../src/index.js';

const pages = textOfPackage('policies');

describe('the pages of the package', () => {
  it('list every built-in termination policy', () => {
    for (const { name } of createPolicyRegistry().list()) expect(pages).toContain(`| \`${name}\``);
  });
});
