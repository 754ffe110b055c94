import { describe, expect, it } from 'vitest';

import { NoTextError } from '../src/unreadable-error.js';
import { decodeFile, readTextBytes } from '../src/read-text-bytes.js';
import { makeDocx, makePdf } from '@rlm/config/documents';

const bomb = makeDocx('small');
bomb.writeUInt32LE(2 ** 31, bomb.indexOf('PK\u0001\u0002') + 24);

describe('readTextBytes', () => {
  it.each([
    ['UTF-8', Buffer.from('ä 🙂'), 'ä 🙂'],
    ['a PDF, its pages set apart', makePdf('The comet', 'came back'), 'The comet\fcame back'],
    ['a DOCX', makeDocx('The comet', 'came &lt;back'), 'The comet\n\ncame <back\n\n'],
    ['a text that tells of PDFs', Buffer.from('%PDF-1.7 is a version'), '%PDF-1.7 is a version'],
  ])('reads %s', async (_what, bytes, text) => {
    // Bytes within a larger buffer stay as they are.
    const larger = Buffer.concat([Buffer.from('..'), bytes]);
    expect(await readTextBytes('a file', larger.subarray(2))).toBe(text);
    expect(larger.subarray(2).equals(bytes)).toBe(true);
  });

  const bytes = (...values: readonly (string | number)[]): Buffer =>
    Buffer.concat(
      values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.of(value))),
    );
  const prose = 'Grüße aus München. 日本語のログ。\n'.repeat(50);
  const fault = '\ufffd';

  it.each<[string, Buffer, string]>([
    ['one byte at the end', bytes(prose, 0xff), `${prose}${fault}`],
    ['one byte at the beginning', bytes(0xe4, prose), `${fault}${prose}`],
    ['a letter cut at the beginning', bytes(prose).subarray(3), `${fault}${prose.slice(3)}`],
    ['the last byte of an emoji', bytes(0x80, ' Köln'), `${fault} Köln`],
    ['three bytes of an emoji', bytes(0x9f, 0x98, 0x80, ' Köln'), `${fault.repeat(3)} Köln`],
    ['a letter cut at the end', bytes('Treffen in K', 0xc3), `Treffen in K${fault}`],
    ['a sign cut at the end', bytes('100 ', 0xe2, 0x82), `100 ${fault}`],
    ['an emoji cut at the end', bytes('ok ', 0xf0, 0x9f, 0x98), `ok ${fault}`],
    ['a line of another program', bytes(prose, 'caf', 0xe9, '\n'), `${prose}caf${fault}\n`],
    ['one letter, and one fault', bytes('ü ', 0xff), `ü ${fault}`],
    ['Cyrillic', bytes('Привет, ', 0xd0, ' мир'), `Привет, ${fault} мир`],
    ['an overlong form', bytes('naïve café ', 0xc0, 0xaf), `naïve café ${fault.repeat(2)}`],
    ['half a pair', bytes('日本 ', 0xed, 0xa0, 0x80), `日本 ${fault.repeat(3)}`],
    ['a byte order mark', bytes('\ufeffabc', 0xff, 'd'), `abc${fault}d`],
    [
      'colours of a terminal',
      bytes('\u001b[1mü\u001b[0m\b ', 0xff),
      `\u001b[1mü\u001b[0m\b ${fault}`,
    ],
  ])('reads what is nearly all UTF-8 as that: %s', async (_what, given, text) => {
    const read = await decodeFile('a file', given);
    expect(read.text).toBe(text);
    expect(read.guess).toMatch(/UTF-8, with U\+FFFD/);
  });

  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  it.each<[string, Buffer, string]>([
    ['a word', latin('caf\u00e9'), 'café'],
    ['quotes and a price', latin('\u0093hi\u0094 \u00805'), '“hi” €5'],
    [
      'all that Latin-1 has not',
      latin(
        '\u0080\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008e\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009e\u009f',
      ),
      '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ',
    ],
    [
      'pairs that UTF-8 has too',
      latin('\u0093CAF\u00c9\u0094 \u00abSPA\u00df\u00bb'),
      '“CAFÉ” «SPAß»',
    ],
    [
      'a German text',
      latin('Gr\u00fc\u00dfe aus M\u00fcnchen\n'.repeat(99)),
      'Grüße aus München\n'.repeat(99),
    ],
    [
      'one line of UTF-8 among others',
      Buffer.concat([latin('d\u00e9j\u00e0\n'.repeat(9)), bytes('né\n')]),
      `${'déjà\n'.repeat(9)}nÃ©\n`,
    ],
  ])('reads other text as Windows-1252: %s', async (_what, given, text) => {
    const read = await decodeFile('a file', given);
    expect(read.text).toBe(text);
    expect(read.guess).toMatch(/Windows-1252/);
  });

  it('says where the first byte is that is no UTF-8', async () => {
    const { guess } = await decodeFile('a file', bytes('one ü\ntwo ', 0xff));
    expect(guess).toMatch(/\bline 2\b.*\bbyte 12\b/);
  });

  const wide = (text: string, write: (bytes: Buffer, code: number, at: number) => void): Buffer => {
    const made = Buffer.alloc(4 * Array.from(text).length);
    for (const [index, char] of Array.from(text).entries()) {
      write(made, char.codePointAt(0) ?? 0, 4 * index);
    }
    return made;
  };
  const little = (text: string): Buffer =>
    wide(text, (made, code, at) => made.writeUInt32LE(code, at));
  const big = (text: string): Buffer =>
    wide(text, (made, code, at) => made.writeUInt32BE(code, at));
  const text = 'Grüße 日本 🙂\n'.repeat(4_000);
  const utf16 = Buffer.from(text, 'utf16le');
  const chinese = bytes(0xc4, 0xe3, 0xba, 0xc3, ' ', 0x94, 0x39, 0xda, 0x33);

  it.each<[string, Buffer, string | undefined, string]>([
    ['UTF-16 by its mark', Buffer.concat([Buffer.of(0xff, 0xfe), utf16]), undefined, text],
    [
      'UTF-16, high bytes first',
      Buffer.concat([Buffer.of(0xff, 0xfe), utf16]).swap16(),
      undefined,
      text,
    ],
    ['UTF-32 by its mark', little(`\ufeff${text}`), undefined, text],
    ['UTF-32, high bytes first', big(`\ufeff${text}`), undefined, text],
    [
      'UTF-32 with a fault',
      Buffer.concat([little('\ufeffa'), Buffer.of(0, 0, 0x11, 0, 7)]),
      undefined,
      `a${fault.repeat(2)}`,
    ],
    [
      'GB 18030 by its mark',
      Buffer.concat([Buffer.of(0x84, 0x31, 0x95, 0x33), chinese]),
      undefined,
      '你好 💩',
    ],
    ['UTF-16, told', utf16, 'utf-16le', text],
    ['UTF-32, told', big(text), 'utf-32be', text],
    ['GB 18030, told', chinese, 'gb18030', '你好 💩'],
    ['Cyrillic of Windows, told', Buffer.of(0xcf, 0xf0, 0xe8), 'windows-1251', 'При'],
    ['Windows-1252, told', bytes('ü'), 'windows-1252', 'Ã¼'],
    ['a mark, whatever is told', little('\ufeffa'), 'windows-1251', 'a'],
  ])('reads %s, and guesses nothing', async (_what, given, encoding, expected) => {
    expect(await decodeFile('a file', given, Infinity, encoding)).toEqual({ text: expected });
  });

  it('says what text in UTF-16 without a mark may be', async () => {
    const reading = readTextBytes('a file', Buffer.from('plain text\n'.repeat(9), 'utf16le'));
    await expect(reading).rejects.toMatchObject({
      isBinary: false,
      reason: expect.stringMatching(/UTF-16LE.*utf-16le/) as string,
    });
  });

  it('takes binary data for no text, whatever is told', async () => {
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
    for (const encoding of ['utf-16le', 'utf-32le', 'shift_jis', 'utf-8']) {
      await expect(decodeFile('a file', image, Infinity, encoding)).rejects.toThrow(NoTextError);
    }
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
