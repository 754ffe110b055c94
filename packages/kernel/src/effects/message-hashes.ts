import { canonicalJson, sha256 } from '@rlm/repl-types/internal';

/** Digits of a short hash: enough to tell the messages of one prompt apart. */
const shortDigits = 8;

/** Short hashes of the messages of a model call; undefined if the input has no messages. */
export function messageHashes(input: unknown): readonly string[] | undefined {
  if (typeof input !== 'object' || input === null || !('messages' in input)) return undefined;
  const { messages } = input;
  if (!Array.isArray(messages)) return undefined;
  return messages.map((message) => shortHash(canonicalJson(message)));
}

/** The first digits of a text's SHA-256. */
export function shortHash(text: string): string {
  return sha256(text).slice(0, shortDigits);
}
