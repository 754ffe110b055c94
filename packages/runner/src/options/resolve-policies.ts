import type { PolicySource as KernelPolicySource } from '@rlm/penguin-engine/kernel';
import { createPolicyRegistry } from '@rlm/policies';

import { RlmOptionsError } from '../errors.js';
import type { PolicyNames, PolicySource } from './policy-source.js';

/**
 * The policies of a run as the kernel takes them. A name or configuration is a recipe: each run of a tree gets its own
 * policy. An instance holds one run's state, so it serves the root alone.
 */
export function resolvePolicies(
  sources: readonly PolicySource[],
  registry: PolicyNames | undefined,
  depth: number,
): readonly KernelPolicySource[] {
  const known = registry ?? createPolicyRegistry();
  return sources.flatMap((source): KernelPolicySource[] => {
    if (typeof source === 'string') return [() => known.getTermination(source)];
    if (typeof source === 'function') return [source];
    if ('shouldTerminate' in source) return depth === 0 ? [source] : [];
    return [() => known.getTermination(source.name, source.config)];
  });
}

/** Makes each policy once, so that an unknown name or a wrong configuration is an error at the call. */
export function checkPolicies(
  sources: readonly PolicySource[],
  registry: PolicyNames | undefined,
): void {
  if (!Array.isArray(sources)) throw new RlmOptionsError('policies', 'a list', sources);
  for (const source of resolvePolicies(sources, registry, 0)) {
    if (typeof source === 'function') source();
  }
}
