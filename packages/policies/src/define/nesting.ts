import { PolicyError } from '../policy-error.js';

/** How deeply policies may be nested. */
const maxNested = 100;

let made = 0;

/**
 * Makes the policies that a policy of this name holds; they may hold others in turn. Throws `PolicyError`
 * (`invalid_policy`) if they are nested too deeply.
 */
export function makeNested<T>(name: string, make: () => T): T {
  if (made >= maxNested) throw tooDeep(name);
  made += 1;
  try {
    return make();
  } finally {
    made -= 1;
  }
}

/** The depth of a policy, from 1; absent if it holds no other. A symbol, so that copies of the policy keep it. */
const nestingKey: unique symbol = Symbol('nesting');

/** The depth of a policy that holds others. */
export interface Nesting {
  readonly [nestingKey]?: number | undefined;
}

/** The nesting of a policy, for a copy of it. */
export function nestingOf(policy: object): Nesting {
  return { [nestingKey]: (policy as Nesting)[nestingKey] };
}

/** The nesting of a policy that holds others. Throws `PolicyError` (`invalid_policy`) if it is too deep. */
export function nestingAround(name: string, policies: readonly object[]): Nesting {
  const depth = 1 + Math.max(...policies.map((policy) => (policy as Nesting)[nestingKey] ?? 0));
  if (depth > maxNested) throw tooDeep(name);
  return { [nestingKey]: depth };
}

/** The error of policies that are nested too deeply. */
function tooDeep(name: string): PolicyError {
  return new PolicyError(
    'invalid_policy',
    `Expected policies of ${name} to be nested at most ${maxNested} deep, got more. Put them into one list.`,
  );
}
