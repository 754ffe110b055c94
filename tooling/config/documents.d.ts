/** A PDF of one page for each text; an empty text is a page without any. */
export function makePdf(...pages: readonly string[]): Buffer;
/** A DOCX of one paragraph for each text. */
export function makeDocx(...paragraphs: readonly string[]): Buffer;
/** The same, packed: a small file of a long text. */
export function makePackedDocx(...paragraphs: readonly string[]): Buffer;
