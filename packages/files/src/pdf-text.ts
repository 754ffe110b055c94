import type * as Unpdf from 'unpdf';

import { loadPeer } from './load-peer.js';
import { NoTextError, TextTooLongError } from './unreadable-error.js';

type PDFDocumentProxy = Awaited<ReturnType<typeof Unpdf.getDocumentProxy>>;

/** The text of a PDF, its pages set apart by form feeds. Throws {@link NoTextError}. */
export async function pdfText(
  name: string,
  bytes: Uint8Array,
  maxCharacters: number,
): Promise<string> {
  const { getDocumentProxy } = await loadPeer(name, 'unpdf@1.7.0', () => import('unpdf'));
  // The library takes the bytes for itself, and would write its warnings to stdout.
  const pages = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 })
    .then(async (document) => readPages(document, name, maxCharacters))
    .catch((error: unknown) => {
      if (error instanceof TextTooLongError) throw error;
      throw new NoTextError(name, `the PDF cannot be read: ${reasonOf(error)}`, { cause: error });
    });
  if (pages.every((page) => page.trim() === '')) {
    throw new NoTextError(
      name,
      `there is no text in the PDF, only pictures of pages; run it through a text recognition (OCR) first`,
    );
  }
  return pages.join('\f');
}

/** One page after the other, so that none is read after there is too much text. */
async function readPages(
  document: PDFDocumentProxy,
  name: string,
  maxCharacters: number,
): Promise<readonly string[]> {
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    let text = '';
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    page.cleanup();
    characters += text.length;
    if (characters > maxCharacters) throw new TextTooLongError(name, maxCharacters);
    pages.push(text);
  }
  return pages;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'PasswordException'
    ? 'it needs a password'
    : `it is damaged, or no PDF (${error.message})`;
}
