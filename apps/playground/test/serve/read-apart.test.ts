import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { workApart, type ApartLimits } from '../../src/serve/apart/work-apart.js';
import { logInPage } from '../../src/serve/export/log-in-page.js';
import { readLogApart } from '../../src/serve/export/read-log-apart.js';
import { readApart, type ReadTextBytes } from '../../src/serve/texts/read-apart.js';
import { NoTextError } from '@rlm/files';
import { makeDocx, makePdf } from '@rlm/config/documents';

const worker = new URL('../../dist/apart-worker.js', import.meta.url);
/** It takes seconds. */
const long = makePdf(...Array.from({ length: 3_000 }, (_, page) => `page ${page}`));

const reader = (limits?: Partial<ApartLimits>): ReadTextBytes =>
  readApart(workApart(worker, limits));

describe('readApart', () => {
  it('reads documents, and says why it cannot', async () => {
    const read = reader();
    expect(await read('a.docx', makeDocx('The comet'))).toBe('The comet\n\n');
    expect(await read('a.txt', Buffer.from('no document'))).toBe('no document');
    const scan = read('a.pdf', makePdf(''));
    await expect(scan).rejects.toThrow(NoTextError);
    await expect(scan).rejects.toThrow(/^a\.pdf: .*\bpictures\b.*\(OCR\)/);
  });

  it('lets others go on meanwhile, and ends what takes too long or too much', async () => {
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 5);
    const late = reader({ timeoutMs: 300 })('late.pdf', long);
    await expect(late).rejects.toThrow(/^late\.pdf: .* 0\.3 seconds/);
    clearInterval(beat);
    // A host that reads by itself has one, behind it.
    expect(beats).toBeGreaterThan(5);
    const large = reader({ maxBytes: 8 * 2 ** 20 })('large.pdf', long);
    await expect(large).rejects.toThrow(/^large\.pdf: .* memory/);
  });

  it('reads one at a time, and turns away who would wait too long', async () => {
    const read = reader({ maxWaiting: 1 });
    const comet = makeDocx('The comet');
    const first = read('first.docx', comet);
    await expect(read('more.docx', comet)).rejects.toThrow(/try again/);
    expect(await first).toBe('The comet\n\n');
    expect(await read('later.docx', comet)).toBe('The comet\n\n');
  });
});

describe('readLogApart', () => {
  const base = { runId: 'r', parentId: null, depth: 0, step: 1, seq: 0 };
  const line = JSON.stringify({ type: 'output-delta', ...base, text: '</script>'.repeat(100) });
  const logOf = (lines: number, last = ''): Uint8Array =>
    Buffer.from(`${`${line}\n`.repeat(lines)}${last}`);

  it('reads large logs while others go on, as this thread reads them', async () => {
    const read = readLogApart(workApart(worker));
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 5);
    const large = logOf(3_000);
    const json = await read(large);
    clearInterval(beat);
    expect(beats).toBeGreaterThan(5);
    expect(Buffer.from(json).equals(await logInPage(large))).toBe(true);
    expect(Buffer.from(json).includes('<')).toBe(false);
    expect(JSON.parse(`[${new TextDecoder().decode(json)}]`)).toHaveLength(3_000);
    const broken = read(logOf(3_000, 'nonsense\n{}\n'));
    await expect(broken).rejects.toThrow(
      errorWith({ code: 'invalid', facts: [/^body: .*line 3001/] }),
    );
  });

  it('ends what takes too long, and needs no thread for a small one', async () => {
    const slow = readLogApart(workApart(worker, { timeoutMs: 1 }))(logOf(3_000));
    await expect(slow).rejects.toThrow(
      errorWith({ code: 'invalid', facts: [/^body: .* 0\.001 seconds/] }),
    );
    const nowhere = readLogApart(workApart(new URL('file:///nowhere.js')));
    expect(JSON.parse(`[${new TextDecoder().decode(await nowhere(logOf(2)))}]`)).toHaveLength(2);
  });
});
