import { extractText, getDocumentProxy } from 'unpdf';

import { NoTextError } from './read-text-bytes.js';

/** The text of a PDF, its pages set apart by form feeds. Throws {@link NoTextError}. */
export async function pdfText(name: string, bytes: Uint8Array): Promise<string> {
  // The library takes the bytes for itself, and would write its warnings to stdout.
  const pages = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 })
    .then(async (document) => (await extractText(document, { mergePages: false })).text)
    .catch((error: unknown) => {
      throw new NoTextError(`${name}: the PDF cannot be read: ${reasonOf(error)}`, {
        cause: error,
      });
    });
  if (pages.every((page) => page.trim() === '')) {
    throw new NoTextError(
      `${name}: there is no text in the PDF, only pictures of pages; run it through a text recognition (OCR) first`,
    );
  }
  return pages.join('\f');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'PasswordException'
    ? 'it needs a password'
    : `it is damaged, or no PDF (${error.message})`;
}
