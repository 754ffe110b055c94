import { canonicalJson, sha256 } from '@rlm/repl-types/internal';

/** The SHA-256 of the canonical JSON of plain data, in hexadecimal. */
export function hashOf(data: unknown): string {
  return sha256(canonicalJson(data));
}
