import { describeValue, isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { TerminationDecision } from '../shapes/policy.js';

const expected =
  'expected { terminate: false } or { terminate: true, answer, code, reason } with a text or null as answer. Use `proceed` and `stop(code, reason, answer)`.';

/**
 * Returns a policy's decision if it is valid. Throws `PolicyError` (`invalid_decision`) for anything else: a tuple
 * `[true, 'answer']`, a promise, undefined.
 */
export function checkDecision(policy: string, decision: unknown): TerminationDecision {
  if (!isPromise(decision) && isDecision(decision)) return decision;
  throw new PolicyError(
    'invalid_decision',
    `Policy '${policy}' decided ${describeDecision(decision)}: ${expected}`,
  );
}

function isDecision(value: unknown): value is TerminationDecision {
  if (typeof value !== 'object' || value === null) return false;
  const { terminate, answer, code, reason } = value as Readonly<Record<string, unknown>>;
  if (terminate === false) return true;
  return (
    terminate === true &&
    (answer === null || typeof answer === 'string') &&
    typeof code === 'string' &&
    typeof reason === 'string'
  );
}

/** Describes a policy's result in a few words, for an error. */
export function describeDecision(value: unknown): string {
  if (isPromise(value)) return 'a promise (it must decide at once)';
  if (typeof value !== 'object' || value === null) return describeValue(value);
  try {
    return JSON.stringify(value).slice(0, 80);
  } catch {
    return describeValue(value);
  }
}
