import { describe, expect, it } from 'vitest';

import { NoTextError } from '../../src/node/unreadable-error.js';
import { readTextBytes } from '../../src/node/read-text-bytes.js';
import { makeDocx, makePdf } from '@rlm/config/documents';

const bomb = makeDocx('small');
bomb.writeUInt32LE(2 ** 31, bomb.indexOf('PK\u0001\u0002') + 24);

describe('readTextBytes', () => {
  it.each([
    ['UTF-8', Buffer.from('ä 🙂'), 'ä 🙂'],
    ['Windows-1252', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'café'],
    ['a PDF, its pages set apart', makePdf('The comet', 'came back'), 'The comet\fcame back'],
    ['a DOCX', makeDocx('The comet', 'came &lt;back'), 'The comet\n\ncame <back\n\n'],
    ['a text that tells of PDFs', Buffer.from('%PDF-1.7 is a version'), '%PDF-1.7 is a version'],
  ])('reads %s', async (_what, bytes, text) => {
    // Bytes within a larger buffer stay as they are.
    const larger = Buffer.concat([Buffer.from('..'), bytes]);
    expect(await readTextBytes('a file', larger.subarray(2))).toBe(text);
    expect(larger.subarray(2).equals(bytes)).toBe(true);
  });

  it.each([
    ['binary data', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), /^a file: .*\bbinary data\b/],
    ['a scan', makePdf('', ''), /\bpictures of pages\b/],
    ['half a PDF', makePdf('The comet').subarray(0, 150), /\bPDF\b.*\bdamaged\b/],
    ['half a DOCX', makeDocx('The comet').subarray(0, -30), /\bDOCX\b.*\bdamaged\b/],
    ['the beginning of a PDF', Buffer.from('%PDF-1.4\n%broken'), /\bPDF\b.*\bdamaged\b/],
    ['the beginning of an archive', Buffer.from('PK\u0003\u0004abcd'), /\bbinary data\b/],
    ['an empty DOCX', makeDocx(), /\bno text\b.*\bDOCX\b/],
    ['a DOCX that unpacks to too much', bomb, /more than 512 MB/],
  ])('refuses %s with the reason', async (_what, bytes, reason) => {
    const reading = readTextBytes('a file', bytes);
    await expect(reading).rejects.toThrow(NoTextError);
    await expect(reading).rejects.toThrow(reason);
    await expect(reading).rejects.not.toThrow(/\n/);
  });

  it.each([
    ['broken.pdf', '%PDF-1.4 broken', /^broken\.pdf: .*\bPDF\b.*\bdamaged\b/],
    ['broken.PDF', '\u0000\u0001', /\bPDF\b.*\bdamaged\b/],
    ['broken.docx', 'PK\u0003\u0004abcd', /^broken\.docx: .*\bDOCX\b.*\bdamaged\b/],
    ['broken.docx', '', /\bDOCX\b.*\bdamaged\b/],
  ])('takes %s with %j for a document, by its name', async (name, bytes, reason) => {
    const reading = readTextBytes(name, Buffer.from(bytes));
    await expect(reading).rejects.toThrow(NoTextError);
    await expect(reading).rejects.toThrow(reason);
  });
});
