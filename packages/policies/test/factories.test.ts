import { describe, expect, it } from 'vitest';

import * as root from '../src/index.js';
import { walletGuard } from '../src/guard/index.js';

const registry = root.createPolicyRegistry();

describe('the root entry', () => {
  it.each(registry.list('termination').map(({ name }) => name))('has the factory of %s', (name) => {
    const factory = Object.values(root).find(
      (value) => typeof value === 'function' && 'policyName' in value && value.policyName === name,
    ) as root.AnyPolicyFactory<root.TerminationPolicy> | undefined;
    expect(factory?.().name).toBe(name);
    expect(factory?.().config).toEqual(registry.getTermination(name).config);
  });

  it('has fifteen of them, and the guard of the entry /guard is the same', () => {
    expect(registry.list('termination')).toHaveLength(15);
    expect(root.walletGuard).toBe(walletGuard);
  });
});
