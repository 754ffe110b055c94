/**
 * Where answers of sub-queries are kept: the shape of an unstorage storage. Keys are SHA-256 hashes of
 * model name, schema and prompt, in hexadecimal.
 */
export interface QueryCache {
  /** The value of a key; null or undefined where there is none. */
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: never): unknown;
}

/** The key of a question, from the text that identifies it. */
export async function cacheKey(identity: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
