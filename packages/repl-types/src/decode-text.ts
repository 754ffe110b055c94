/** The first bytes of a file, in which a zero means that it is binary. */
const sampleBytes = 8_000;

/**
 * Decodes the bytes of a text file, or returns null if they are binary. Reads UTF-8, UTF-16 with a byte order mark,
 * else Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return hasControls(sample) ? null : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether a sample has bytes that no text file has: controls other than tab, line feed, form feed, return. */
function hasControls(sample: Uint8Array): boolean {
  return sample.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}
