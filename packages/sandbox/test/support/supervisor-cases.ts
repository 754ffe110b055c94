import { ownSessionCases } from '../../src/conformance/own-session.js';

/**
 * Cases of the conformance suite that the supervisor decides, or that another case checks as well for the guest. `npm test` has
 * them on QuickJS. A backend whose sessions take long to open has them in `npm run heavy`.
 */
export const supervisorCases: ReadonlySet<string> = new Set([
  ...ownSessionCases.map(({ name }) => name),
  'closing twice does no harm',
  'use after close is a typed error',
  'closing ends a cell that runs',
  'get, variables and set end with a signal, also while they wait for their turn',
  'a snapshot that was altered is refused',
  'a fork ends with the signal of its session',
  'a host function whose result JSON cannot hold has failed',
  'a session that was opened in advance takes what its owner brings',
  'a session is idle between calls, and counts the time for which cells compute',
  'a fork goes its own way',
  'a snapshot opens a session with the same state',
  'a time limit can be given for one cell',
  'the host calls of a session are counted',
  'a batch of more items than calls are left is a failed call, and makes none',
  'a host call that never answers is ended by its own limit, and can be caught',
  'an answer of the host that is too large is a failed call',
  'time in host calls does not count',
]);
