import { createByteQuota, roughBytes } from '@rlm/repl-types/internal';

import { maxKeptBytes } from '../kept-bytes.js';
import type { SessionHost } from '../run/session-host.js';

/** The values of the user's variables, by name. */
export async function readVariables(host: SessionHost): Promise<Readonly<Record<string, unknown>>> {
  const variables: Record<string, unknown> = {};
  const quota = createByteQuota(maxKeptBytes.variables);
  for (const [name, { typeName, preview }] of await host.variables()) {
    // Not data (a function, a class), too large to move, or too much together with the others:
    // described instead.
    const value: unknown = await host.session.get(name).catch(() => undefined);
    const isKept = value !== undefined && quota.take(roughBytes(value, quota.maxBytes));
    variables[name] = isKept ? value : `<${typeName}> ${preview}`;
  }
  return Object.freeze(variables);
}
