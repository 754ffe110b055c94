import { messageOf } from '@rlm/repl-types/internal';

import { loadPeer } from './load-peer.js';
import { unpackedBytes } from './unpacked-bytes.js';
import { NoTextError } from './unreadable-error.js';

/** The limit on the unpacked parts of a document: a small file can hold a huge one. */
const maxBytes = 512 * 2 ** 20;

/** The text of a DOCX, its paragraphs set apart by empty lines. Throws {@link NoTextError}. */
export async function docxText(name: string, bytes: Uint8Array): Promise<string> {
  const buffer = Buffer.from(bytes);
  if (unpackedBytes(buffer, maxBytes) > maxBytes) {
    throw new NoTextError(name, 'the DOCX has more than 512 MB unpacked');
  }
  const mammoth = await loadPeer(name, 'mammoth@1.13.0', async () => {
    const { default: loaded } = await import('mammoth');
    return loaded;
  });
  const { value } = await mammoth.extractRawText({ buffer }).catch((error: unknown) => {
    const [problem = ''] = messageOf(error).split('\n');
    throw new NoTextError(name, `the DOCX cannot be read: it is damaged, or no DOCX (${problem})`, {
      cause: error,
    });
  });
  if (value.trim() === '') throw new NoTextError(name, 'there is no text in the DOCX');
  return value;
}
