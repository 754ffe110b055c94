import { decodeText, looksLikeUtf16, type DecodedText } from './decode-text.js';
import { docxText } from './docx-text.js';
import { pdfText } from './pdf-text.js';
import { NoTextError, TextTooLongError } from './unreadable-error.js';

/**
 * The text of a file's bytes: of a PDF or a DOCX, which are known by their names and bytes, their text; of anything else the
 * bytes as text. Pages of a PDF are set apart by form feeds.
 *
 * @param name The file's name: errors begin with it.
 * @param maxCharacters Of its text; default: no limit.
 * @param encoding Of a text without a byte order mark, as `encodingNamed` gives it; default: it is guessed.
 * @throws {TextTooLongError} For a text that has more. A PDF is read no further than that.
 * @throws {NoTextError} For binary data, a file that is broken, one that needs a password, a scan, and if the package that reads a
 *   PDF (`unpdf`) or a DOCX (`mammoth`) is not installed.
 */
export async function decodeFile(
  name: string,
  bytes: Uint8Array,
  maxCharacters: number | undefined = Infinity,
  encoding?: string,
): Promise<DecodedText> {
  const decoded = await findText(name, bytes, maxCharacters, encoding);
  if (decoded.text.length > maxCharacters) throw new TextTooLongError(name, maxCharacters);
  return decoded;
}

/** The text alone of a file's bytes; the rest as for {@link decodeFile}. */
export async function readTextBytes(
  name: string,
  bytes: Uint8Array,
  maxCharacters?: number,
): Promise<string> {
  return (await decodeFile(name, bytes, maxCharacters)).text;
}

async function findText(
  name: string,
  bytes: Uint8Array,
  maxCharacters: number,
  encoding: string | undefined,
): Promise<DecodedText> {
  const kind = kindOf(name, bytes);
  switch (kind) {
    case 'pdf':
      return { text: await pdfText(name, bytes, maxCharacters) };
    case 'docx':
      return { text: await docxText(name, bytes) };
    default: {
      const decoded = kind === 'archive' ? null : decodeText(bytes, encoding);
      if (decoded === null) throw binaryData(name, bytes);
      return decoded;
    }
  }
}

/** The error of a file that holds no text because it is binary. */
export function binaryData(name: string, bytes: Uint8Array): NoTextError {
  const wide = looksLikeUtf16(bytes);
  if (wide === undefined) {
    return new NoTextError(name, 'there is no text in it, only binary data', { isBinary: true });
  }
  const reason = `it has no byte order mark, and is binary data or ${wide.toUpperCase()}: name its encoding (encoding: '${wide}'), or convert it to UTF-8`;
  return new NoTextError(name, reason);
}

/** Whether the first bytes of a file are enough to say that no text is in it. */
export function isBinaryStart(name: string, head: Uint8Array, encoding?: string): boolean {
  const kind = kindOf(name, head);
  return kind === 'archive' || (kind === 'other' && decodeText(head, encoding) === null);
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
