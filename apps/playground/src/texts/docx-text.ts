import mammoth from 'mammoth';

import { NoTextError } from './no-text-error.js';
import { unpackedBytes } from './unpacked-bytes.js';

/** The limit on the unpacked parts of a document: a small file can hold a huge one. */
const mostBytes = 512 * 2 ** 20;

/** The text of a DOCX, its paragraphs set apart by empty lines. Throws {@link NoTextError}. */
export async function docxText(name: string, bytes: Uint8Array): Promise<string> {
  const buffer = Buffer.from(bytes);
  if (unpackedBytes(buffer, mostBytes) > mostBytes) {
    throw new NoTextError(`${name}: the DOCX has more than 512 MB unpacked`);
  }
  const { value } = await mammoth.extractRawText({ buffer }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new NoTextError(
      `${name}: the DOCX cannot be read: it is damaged, or no DOCX (${reason ?? ''})`,
      { cause: error },
    );
  });
  if (value.trim() === '') throw new NoTextError(`${name}: there is no text in the DOCX`);
  return value;
}
