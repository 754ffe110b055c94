import { loadOnce } from '@rlm/repl-types/internal';

import type { PolicyRegistry } from './types.js';

const builtIns = loadOnce(() => import('./built-in-registry.js'));

/** Creates a registry of the built-in policies, including rewards. The first call loads them. */
export async function loadBuiltIns(): Promise<PolicyRegistry> {
  const { builtInRegistry } = await builtIns();
  return builtInRegistry();
}
