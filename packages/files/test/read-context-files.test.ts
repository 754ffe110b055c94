import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { makeDocx, makePdf } from '@rlm/config/documents';
import { errorWith } from '@rlm/config/error-with';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ContextError, readContextFiles, type ReadContextFilesOptions } from '../src/index.js';

const files: Readonly<Record<string, string | Buffer>> = {
  'plain/b.txt': 'bee',
  'plain/a.md': 'ä 🙂',
  'plain/sub/c.txt': '\u{feff}see',
  'plain/latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  'plain/wide.txt': Buffer.from('\u{feff}wide', 'utf16le'),
  'plain/image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]),
  'plain/.git/config': 'not a document',
  'documents/report.pdf': makePdf('The comet', 'came back'),
  'documents/letter.docx': makeDocx('Dear comet'),
  'documents/scan.pdf': makePdf(''),
  'project/.gitignore': 'dist/\n*.log\n',
  'project/a.md': 'a',
  'project/a.log': 'left out',
  'project/docs/b.md': 'b',
  'project/docs/c.txt': 'c',
  'project/docs/drafts/d.md': 'd',
  'project/dist/e.md': 'left out',
  'large/small.txt': '12345',
  'large/video.mp4': Buffer.alloc(5_000),
  'packed.docx': makeDocx('long '.repeat(10_000)),
};

let top = '';
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'rlm-context-'));
  await mkdir(join(top, 'empty'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), content);
  }
});
afterAll(() => rm(top, { recursive: true }));

/** A name below the folder of this test, as it is in a context. */
const at = (name: string): string => join(top, name).replaceAll('\\', '/');

describe('readContextFiles', () => {
  it('gives one file as its text', async () => {
    const read = await readContextFiles(at('plain/a.md'));
    expect(read.context).toBe('ä 🙂');
    expect(read.contextDescription).toBe(`The text of the file ${at('plain/a.md')}.`);
    expect(read.totalChars).toBe(4);
  });

  it('has the error of the system as the cause of its own, and none between', async () => {
    const error = await readContextFiles(at('nothing')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ContextError);
    expect(error).toMatchObject({ cause: { code: 'ENOENT' } });
  });

  it('gives a folder as an object of sorted names, and says what has no text', async () => {
    const read = await readContextFiles(at('plain'));
    expect(read.context).toEqual({
      'a.md': 'ä 🙂',
      'b.txt': 'bee',
      'latin.txt': 'café',
      'sub/c.txt': 'see',
      'wide.txt': 'wide',
    });
    expect(read.files).toEqual(['a.md', 'b.txt', 'latin.txt', 'sub/c.txt', 'wide.txt']);
    expect(read.contextDescription).toMatch(
      /^Texts of 5 files, by their names\. latin\.txt was .*Windows-1252.*\bline 1\b/,
    );
    expect(read.skipped).toEqual([
      { name: 'image.png', reason: expect.stringMatching(/\bbinary data$/) as string },
    ]);
  });

  it('keeps several paths apart by their folders', async () => {
    const read = await readContextFiles([at('plain/sub'), at('plain/b.txt')]);
    expect(Object.keys(read.context)).toEqual([at('plain/b.txt'), at('plain/sub/c.txt')]);
  });

  it('gives runRlm a context and its description by a spread, and nothing else', async () => {
    expect(Object.keys(await readContextFiles(at('project')))).toEqual([
      'context',
      'contextDescription',
    ]);
    const { contextDescription, diagnostics } = await readContextFiles(at('plain'));
    expect(contextDescription).toContain('Texts of 5 files, by their names. latin.txt was ');
    expect(diagnostics).toEqual([
      { code: 'encoding_guessed', message: expect.stringMatching(/^latin\.txt .*1252/) as string },
    ]);
  });

  it('reads PDF and DOCX, and leaves out a scan with the reason', async () => {
    const read = await readContextFiles(at('documents'));
    expect(read.context).toEqual({
      'letter.docx': 'Dear comet\n\n',
      'report.pdf': 'The comet\fcame back',
    });
    expect(read.skipped).toEqual([
      { name: 'scan.pdf', reason: expect.stringContaining('pictures of pages') as string },
    ]);
  });

  it('takes globs and file URLs', async () => {
    const read = await readContextFiles(at('project/**/*.{md,txt}'));
    expect(read.files).toEqual(
      ['a.md', 'docs/b.md', 'docs/c.txt', 'docs/drafts/d.md'].map((name) => at(`project/${name}`)),
    );
    const url = pathToFileURL(at('plain/b.txt'));
    expect((await readContextFiles(url)).context).toBe('bee');
    expect((await readContextFiles([url.href, new URL('sub', url)])).files).toHaveLength(2);
  });

  const all = ['.gitignore', 'a.md', 'docs/b.md', 'docs/c.txt', 'docs/drafts/d.md'];
  it.each<[ReadContextFilesOptions, readonly string[]]>([
    [{}, all],
    [{ gitignore: false }, ['.gitignore', 'a.log', 'a.md', 'dist/e.md', ...all.slice(2)]],
    [{ include: '*.md' }, ['a.md', 'docs/b.md', 'docs/drafts/d.md']],
    [{ include: ['/*.md', 'docs/*.txt'] }, ['a.md', 'docs/c.txt']],
    [{ include: 'docs' }, all.slice(2)],
    [{ include: '**/*.{md,txt}', exclude: 'drafts/' }, ['a.md', 'docs/b.md', 'docs/c.txt']],
    [{ exclude: ['docs/**', '.gitignore'] }, ['a.md']],
    [{ exclude: './docs/drafts' }, all.slice(0, 4)],
  ])('reads of a folder, with %j, what these let through', async (options, expected) => {
    expect((await readContextFiles(at('project'), options)).files).toEqual(expected);
  });

  it('reads a file that is named itself, whatever leaves it out', async () => {
    const read = await readContextFiles(at('project/a.log'), { exclude: '*.log' });
    expect(read.context).toBe('left out');
    const folder = await readContextFiles(at('project'));
    expect(folder.ignored).toBe(2);
  });

  it('reads no more than maxBytes, of which large binary files are no part', async () => {
    const read = await readContextFiles(at('large'), { maxBytes: 5 });
    expect(read.context).toEqual({ 'small.txt': '12345' });
    expect(read.skipped).toMatchObject([{ name: 'video.mp4' }]);
    for (const [place, maxBytes] of [
      [at('large'), 4],
      [[at('large'), at('plain/b.txt')], 7],
      // Its file is small, and its text is not.
      [at('packed.docx'), 40_000],
    ] as const) {
      const reading = readContextFiles(place, { maxBytes });
      await expect(reading).rejects.toThrow(ContextError);
      await expect(reading).rejects.toThrow(
        errorWith({
          code: 'context_unusable',
          facts: [`${maxBytes.toLocaleString('en-US')} bytes`, 'exclude', 'maxBytes'],
        }),
      );
    }
    expect((await readContextFiles(at('packed.docx'))).totalChars).toBeGreaterThan(40_000);
  });

  it('ends with the reason of its abort signal', async () => {
    const reason = new Error('enough');
    const reading = readContextFiles(at('plain'), { abortSignal: AbortSignal.abort(reason) });
    await expect(reading).rejects.toBe(reason);
  });

  it.each<[string, string, ReadContextFilesOptions, RegExp]>([
    ['a path that is missing', 'nothing', {}, /\bno such file\b/],
    ['a folder without files', 'empty', {}, /\bno file in\b/],
    ['a binary file alone', 'plain/image.png', {}, /\bbinary data\b/],
    ['a glob without a file', 'plain/*.toml', {}, /\bno file matches$/],
    ['a glob whose files git leaves out', 'project/*.log', {}, /\bno file .*\bgitignore: /],
    [
      'a folder of which nothing is included',
      'plain',
      { include: '*.toml' },
      /\binclude and exclude\b/,
    ],
    ['a document that is damaged', 'documents/scan.pdf', {}, /\btext recognition\b/],
  ])('refuses %s', async (_, name, options, reason) => {
    await expect(readContextFiles(at(name), options)).rejects.toMatchObject({
      code: 'context_unusable',
      message: expect.stringMatching(reason) as string,
    });
  });

  it('refuses a web address, and says what to do', async () => {
    const reading = readContextFiles('https://example.org/a.txt');
    await expect(reading).rejects.toThrow(
      errorWith({
        code: 'context_unusable',
        details: { name: 'https://example.org/a.txt' },
        facts: ['`https://example.org/a.txt`', 'web address', 'as `context`'],
      }),
    );
  });

  it('reads texts in the encoding that is told, and refuses one that nobody knows', async () => {
    const read = await readContextFiles(at('plain/latin.txt'), { encoding: 'Windows-1251' });
    expect(read).toMatchObject({ context: 'cafй', diagnostics: [] });
    await expect(readContextFiles(at('plain'), { encoding: 'utf-64' })).rejects.toThrow(
      errorWith({ code: 'invalid_option', facts: ['encoding'] }),
    );
  });

  it('refuses an empty list', async () => {
    await expect(readContextFiles([])).rejects.toMatchObject({ code: 'invalid_option' });
  });
});
