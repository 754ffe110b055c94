import { sha256 } from '@rlm/repl-types/late/internal';

import { canonicalJson } from '../effects/canonical-json.js';

/** The SHA-256 of the canonical JSON of plain data, in hexadecimal. */
export function hashOf(data: unknown): string {
  return sha256(canonicalJson(data));
}
