/** Documents for tests of what reads them, made without a library. */
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * A PDF of one page for each text; an empty text is a page without any.
 *
 * @param {readonly string[]} pages
 */
export function makePdf(...pages) {
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

/**
 * A DOCX of one paragraph for each text.
 *
 * @param {readonly string[]} paragraphs
 */
export function makeDocx(...paragraphs) {
  return docxOf(paragraphs, false);
}

/**
 * The same, packed: a small file of a long text.
 *
 * @param {readonly string[]} paragraphs
 */
export function makePackedDocx(...paragraphs) {
  return docxOf(paragraphs, true);
}

/**
 * @param {readonly string[]} paragraphs
 * @param {boolean} isPacked
 */
function docxOf(paragraphs, isPacked) {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const type = 'application/vnd.openxmlformats';
  return makeZip(
    {
      '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${type}-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    isPacked,
  );
}

/**
 * A ZIP whose entries are stored as they are, or packed.
 *
 * @param {Readonly<Record<string, string>>} files
 * @param {boolean} isPacked
 */
function makeZip(files, isPacked) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, plain] = [Buffer.from(name), Buffer.from(text)];
    const data = isPacked ? deflateRawSync(plain) : plain;
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc32(plain), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(plain.length, 8);
    sizes.writeUInt16LE(path.length, 12);
    const versions = Buffer.from([20, 0, 0, 0, isPacked ? 8 : 0, 0, 0, 0, 0, 0]);
    const at = Buffer.alloc(14);
    at.writeUInt32LE(offset, 10);
    const entry = [Buffer.from('PK\u0003\u0004'), versions, sizes, path, data];
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), versions, sizes, at, path);
    parts.push(...entry);
    offset += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
