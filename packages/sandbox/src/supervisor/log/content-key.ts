import { sha256Hex } from '@rlm/repl-types/internal';

import { sliceEnd } from '../values/slice-text.js';

const literalLimit = 512;

/** Characters of the longest key. */
export const keyUnits: number = literalLimit + 1;

/** The key of a text in a session's log: the text itself, at once, if it is short, else its SHA-256. */
export function contentKey(text: string): string | Promise<string> {
  if (text.length <= literalLimit) return `=${text}`;
  return digestOf(text).then((digest) => `sha256:${digest}`);
}

/** Characters of a text that are encoded at a time. */
const sliceUnits = 1 << 20;

/** SHA-256 of a text; of a long one that of its slices' digests, so that it is never encoded as a whole. */
async function digestOf(text: string): Promise<string> {
  const encoder = new TextEncoder();
  if (text.length <= sliceUnits) return sha256Hex(encoder.encode(text));
  let digests = '';
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    digests += await sha256Hex(encoder.encode(text.slice(at, end)));
    at = end;
  }
  return sha256Hex(encoder.encode(digests));
}

/** Bytes that are hashed at a time: WebCrypto copies them first, on the caller's thread. */
const sliceBytes = 16 * 1024 * 1024;

/** SHA-256 of bytes that may be hundreds of megabytes: of more than 16 MiB, that of the digests (hexadecimal) of each 16 MiB. */
export async function sha256OfLong(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= sliceBytes) return sha256Hex(bytes);
  let digests = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    digests += await sha256Hex(bytes.subarray(at, at + sliceBytes));
  }
  return sha256Hex(new TextEncoder().encode(digests));
}
