import type { GuardRule } from './rule.js';

/** Replies that are empty or very short, in turns without a result. */
export const trivial: GuardRule = (_, state, { maxTrivial }) =>
  state.trivial >= maxTrivial && {
    status: 'repeated_response',
    evidence: `${state.trivial} empty or trivial replies in a row`,
  };
