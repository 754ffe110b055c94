const literalLimit = 512;

/**
 * What stands for a text in a replay log: the text itself while it is short, else its SHA-256. Undefined is returned for
 * a long text at once; its key comes by {@link contentKey}.
 */
export function shortContentKey(text: string): string | undefined {
  return text.length <= literalLimit ? `=${text}` : undefined;
}

/** The key of any text; see {@link shortContentKey}. */
export async function contentKey(text: string): Promise<string> {
  return shortContentKey(text) ?? `sha256:${await sha256Hex(new TextEncoder().encode(text))}`;
}

/** SHA-256 of bytes, in hexadecimal. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
