import { decodeText } from '@rlm/repl-types/internal';

import { UsageError } from '../usage-error.js';

/** There is no text in a file, or none that can be read: its message names the file, and says why. */
export class NoTextError extends UsageError {
  /** Whether it is binary data, which nobody expects a text in. */
  readonly isBinary: boolean;

  constructor(message: string, { cause, isBinary = false }: NoTextErrorOptions = {}) {
    super(message, { cause });
    this.isBinary = isBinary;
  }
}

interface NoTextErrorOptions {
  readonly cause?: unknown;
  readonly isBinary?: boolean;
}

/**
 * The text of a file's bytes: of a PDF or a DOCX, which are known by their bytes, what stands in them; of anything else the
 * bytes as text. Pages of a PDF are set apart by form feeds.
 *
 * @param name The file's name: errors begin with it.
 * @throws {NoTextError} For binary data, a file that is broken, one that needs a password, and a scan.
 */
export async function readTextBytes(name: string, bytes: Uint8Array): Promise<string> {
  switch (kindOf(bytes)) {
    case 'pdf':
      return (await import('./pdf-text.js')).pdfText(name, bytes);
    case 'docx':
      return (await import('./docx-text.js')).docxText(name, bytes);
    case 'other': {
      const text = decodeText(bytes);
      if (text === null) {
        throw new NoTextError(`${name}: there is no text in it, only binary data`, {
          isBinary: true,
        });
      }
      return text;
    }
  }
}

/** Whether what stands in a file must be found first, which takes time and memory: a PDF, a DOCX. */
export const isPacked = (bytes: Uint8Array): boolean => kindOf(bytes) !== 'other';

/** A PDF may begin with other bytes; a ZIP with this entry is a DOCX. */
function kindOf(bytes: Uint8Array): 'pdf' | 'docx' | 'other' {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 1024).includes('%PDF-') && file.includes('endobj')) return 'pdf';
  const isZip = file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  return isZip && file.includes('word/document.xml') ? 'docx' : 'other';
}
