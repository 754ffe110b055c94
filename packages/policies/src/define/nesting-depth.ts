import { maxNested, tooDeep } from './nesting.js';

/** The depth of a policy, from 1; absent if it holds no other. A symbol, so that copies of the policy keep it. */
const nestingKey: unique symbol = Symbol('nesting');

/** The depth of a policy that holds others. */
export interface Nesting {
  readonly [nestingKey]?: number;
}

/** The nesting of a policy, for a copy of it. */
export function nestingOf(policy: object): Nesting {
  const depth = (policy as Nesting)[nestingKey];
  return depth === undefined ? {} : { [nestingKey]: depth };
}

/** The nesting of a policy that holds others. Throws `PolicyError` (`invalid_policy`) if it is too deep. */
export function nestingAround(name: string, policies: readonly object[]): Nesting {
  const depth = 1 + Math.max(...policies.map((policy) => (policy as Nesting)[nestingKey] ?? 0));
  if (depth > maxNested) throw tooDeep(name);
  return { [nestingKey]: depth };
}
