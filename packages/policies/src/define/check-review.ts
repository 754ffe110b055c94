import { isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { AnswerReview } from '../shapes/policy.js';
import { describeDecision } from './check-decision.js';

const expected =
  'expected { accept: true } or { accept: false, code, reason } with a reason for the model.';

/**
 * Returns a policy's review of an answer if it is valid. Throws `PolicyError` (`invalid_decision`) for anything else: a
 * boolean, a promise, undefined.
 */
export function checkReview(policy: string, review: unknown): AnswerReview {
  if (!isPromise(review) && isReview(review)) return review;
  throw new PolicyError(
    'invalid_decision',
    `Policy '${policy}' reviewed an answer with ${describeDecision(review)}: ${expected}`,
  );
}

function isReview(value: unknown): value is AnswerReview {
  if (typeof value !== 'object' || value === null) return false;
  const { accept, code, reason } = value as Readonly<Record<string, unknown>>;
  return accept === true || (accept === false && typeof code === 'string' && isSome(reason));
}

function isSome(reason: unknown): boolean {
  return typeof reason === 'string' && reason.trim() !== '';
}
