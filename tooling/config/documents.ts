import { strToU8, zipSync } from 'fflate';

/** A PDF of one page for each text; an empty text is a page without any. */
export function makePdf(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ');
  const objects = pages.map((text, index) => {
    const id = 10 + 2 * index;
    const content = text === '' ? '' : `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
    return `${id} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${id + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj
${id + 1} 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj`;
  });
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${objects.join('\n')}
trailer<</Root 1 0 R>>
%%EOF`);
}

/** A DOCX of one paragraph for each text, packed. */
export function makeDocx(...paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const type = 'application/vnd.openxmlformats';
  const schemas = 'http://schemas.openxmlformats.org';
  const files = {
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="${type}-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}
