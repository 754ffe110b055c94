import { PolicyError } from '../policy-error.js';

/** How deeply policies may be nested. */
export const maxNested = 100;

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

/** The error of policies that are nested too deeply. */
export function tooDeep(name: string): PolicyError {
  return new PolicyError(
    'invalid_policy',
    `Expected policies of ${name} to be nested at most ${maxNested} deep, got more. Put them into one list.`,
  );
}
