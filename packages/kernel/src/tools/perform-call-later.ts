import { loadOnce } from '@rlm/repl-types/internal';

import type { performCall } from './perform-call.js';

const performing = loadOnce(() => import('./perform-call.js'));

/**
 * Like `performCall`, which it loads with the first call: for loops whose runs may have no tools.
 */
export const performCallLater: typeof performCall = async (...call) =>
  (await performing()).performCall(...call);
