import { loadOnce } from '@rlm/repl-types/internal';

import type { PolicyRegistry } from './types.js';

const builtIns = /* @__PURE__ */ loadOnce(() => import('./built-in-registry.js'));

/** A registry of the built-in policies, rewards included, which are loaded with the first. */
export async function loadBuiltIns(): Promise<PolicyRegistry> {
  const { builtInRegistry } = await builtIns();
  return builtInRegistry();
}
