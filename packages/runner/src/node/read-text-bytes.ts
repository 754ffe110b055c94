import { docxText } from './docx-text.js';
import { pdfText } from './pdf-text.js';
import { NoTextError, TextTooLongError } from './unreadable-error.js';

/**
 * The text of a file's bytes: of a PDF or a DOCX, which are known by their names and bytes, their text; of anything else the
 * bytes as text. Pages of a PDF are set apart by form feeds.
 *
 * @param name The file's name: errors begin with it.
 * @param maxCharacters Of its text; default: no limit.
 * @throws {TextTooLongError} For a text that has more. A PDF is read no further than that.
 * @throws {NoTextError} For binary data, a file that is broken, one that needs a password, and a scan.
 * @throws {UnreadableError} If the package that reads a PDF (`unpdf`) or a DOCX (`mammoth`) is not installed.
 */
export async function readTextBytes(
  name: string,
  bytes: Uint8Array,
  maxCharacters: number | undefined = Infinity,
): Promise<string> {
  const text = await findText(name, bytes, maxCharacters);
  if (text.length > maxCharacters) throw new TextTooLongError(name, maxCharacters);
  return text;
}

async function findText(name: string, bytes: Uint8Array, maxCharacters: number): Promise<string> {
  const kind = kindOf(name, bytes);
  switch (kind) {
    case 'pdf':
      return pdfText(name, bytes, maxCharacters);
    case 'docx':
      return docxText(name, bytes);
    default: {
      const text = kind === 'archive' ? null : decodeText(bytes);
      if (text === null) throw binaryData(name);
      return text;
    }
  }
}

/** The error of a file that holds no text because it is binary. */
export const binaryData = (name: string): NoTextError =>
  new NoTextError(name, 'there is no text in it, only binary data', { isBinary: true });

/** Whether the first bytes of a file are enough to say that no text is in it. */
export function isBinaryStart(name: string, head: Uint8Array): boolean {
  const kind = kindOf(name, head);
  return kind === 'archive' || (kind === 'other' && decodeText(head) === null);
}

/** Whether the text of a file must be extracted first, which takes time and memory: a PDF, a DOCX. */
export const isPacked = (name: string, bytes: Uint8Array): boolean =>
  ['pdf', 'docx'].includes(kindOf(name, bytes));

/**
 * A PDF may begin with other bytes; a ZIP with this entry is a DOCX. What is damaged is known by its name or its first line, so that
 * the reader says what is wrong.
 */
function kindOf(name: string, bytes: Uint8Array): 'pdf' | 'docx' | 'archive' | 'other' {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.subarray(0, 1024).toString('latin1');
  if (head.includes('%PDF-') && file.includes('endobj')) return 'pdf';
  const isZip = head.startsWith('PK\u0003\u0004');
  if (isZip && file.includes('word/document.xml')) return 'docx';
  if (/\.pdf$/i.test(name) || /^%PDF-\d\.\d\s*[\r\n]/.test(head)) return 'pdf';
  if (/\.docx$/i.test(name)) return 'docx';
  return isZip ? 'archive' : 'other';
}

/** The first bytes of a file, in which a zero means that it is binary. */
const sampleBytes = 8_000;

/**
 * Decodes the bytes of a text file, or returns null if they are binary. Reads UTF-8, UTF-16 with a byte order mark,
 * else Windows-1252.
 */
function decodeText(bytes: Uint8Array): string | null {
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
