/** Bytes in which a zero says that a file is binary. */
const sampleBytes = 8_000;

/** The text of a file's bytes, or null where they are binary: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
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

/** Whether there are bytes that no text file has: controls other than tab, line feed, form feed, return. */
function hasControls(sample: Uint8Array): boolean {
  return sample.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}
