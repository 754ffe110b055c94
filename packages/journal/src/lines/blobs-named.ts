/** The blobs that a journal's text names. */
export function blobsNamedBy(text: string): string[] {
  const names = Array.from(text.matchAll(/"blob":"([0-9a-f]{64})"/g), ([, hash = '']) => hash);
  return [...new Set(names)];
}
