import { stuck, type GuardRule } from './rule.js';

/** Replies that are empty or say next to nothing, in turns without a result. */
export const trivial: GuardRule = {
  name: 'trivial',
  find: (_, state, { maxTrivial }) =>
    state.trivial >= maxTrivial
      ? stuck('repeated_response', `${state.trivial} empty or trivial replies in a row`)
      : undefined,
};
