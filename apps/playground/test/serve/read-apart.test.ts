import { describe, expect, it } from 'vitest';

import { readApart } from '../../src/serve/texts/read-apart.js';
import { NoTextError } from '../../src/texts/read-text-bytes.js';
import { makeDocx, makePdf } from '../support/documents.js';

const worker = new URL('../../dist/text-worker.js', import.meta.url);
/** It takes seconds. */
const long = makePdf(...Array.from({ length: 3_000 }, (_, page) => `page ${page}`));

describe('readApart', () => {
  it('reads documents, and says why it cannot', async () => {
    const read = readApart(worker);
    expect(await read('a.docx', makeDocx('The comet'))).toBe('The comet\n\n');
    expect(await read('a.txt', Buffer.from('no document'))).toBe('no document');
    const scan = read('a.pdf', makePdf(''));
    await expect(scan).rejects.toThrow(NoTextError);
    await expect(scan).rejects.toThrow(/^a\.pdf: .*only pictures of pages/);
  });

  it('lets others go on meanwhile, and ends what takes too long or too much', async () => {
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 5);
    const late = readApart(worker, { timeoutMs: 300 })('late.pdf', long);
    await expect(late).rejects.toThrow(/^late\.pdf: .* takes longer than 0\.3 seconds/);
    clearInterval(beat);
    // A host that reads by itself has one, behind it.
    expect(beats).toBeGreaterThan(5);
    const large = readApart(worker, { mostBytes: 8 * 2 ** 20 })('large.pdf', long);
    await expect(large).rejects.toThrow(/^large\.pdf: .* takes too much memory/);
  });

  it('reads one at a time, and turns away who would wait too long', async () => {
    const read = readApart(worker, { mostWaiting: 1 });
    const comet = makeDocx('The comet');
    const first = read('first.docx', comet);
    await expect(read('more.docx', comet)).rejects.toThrow(/try again/);
    expect(await first).toBe('The comet\n\n');
    expect(await read('later.docx', comet)).toBe('The comet\n\n');
  });
});
