import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readText, readTextOrFile } from '../../src/read-text.js';
import { openTextAgain, readTextAgain, textFilesOf } from '../../src/runs/text-files.js';
import { UsageError } from '../../src/usage-error.js';
import { makeDocx, makePdf } from '@rlm/config/documents';
import type { LongText } from '@rlm/sandbox';
import { isLongText } from '@rlm/sandbox/internal';

let top = '';
const before = process.cwd();
const files: Readonly<Record<string, string | Buffer>> = {
  'notes/1999.md': 'Nothing happened.',
  'notes/2001.md': 'The comet came back.',
  'notes/.hidden': 'hidden',
  'notes/photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]),
  'notes/scan.pdf': makePdf(''),
  'notes/node_modules/a.md': 'no document',
  'report.pdf': makePdf('The comet', 'came back'),
  'letter.docx': makeDocx('Dear comet'),
  'a=b.txt': 'an odd name',
  'empty/.gitignore': '*',
  'empty/a.md': 'left out',
  'repository/.gitignore': 'dist/\n*.log\n!kept.log\n/top.md\n',
  'repository/a.md': 'a',
  'repository/top.md': 'left out',
  'repository/kept.log': 'kept',
  'repository/dist/kept.log': 'left out with its folder',
  'repository/docs/b.md': 'b',
  'repository/docs/top.md': 'not the one at the top',
  'repository/docs/build.log': 'left out',
  'repository/docs/.gitignore': 'draft*\n!build.log\n',
  'repository/docs/draft.md': 'left out',
};

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'rlm-texts-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), content);
  }
  await symlink(join(top, 'report.pdf'), join(top, 'notes', 'link.pdf'));
  process.chdir(top);
});
afterAll(async () => {
  process.chdir(before);
  await rm(top, { recursive: true, force: true });
});

const namesOf = (value: unknown): readonly string[] => Object.keys(value as object);

describe('readText', () => {
  it('says what was guessed of an encoding, to the person and to the model, now and when it is read again', async () => {
    await writeFile('cut.log', Buffer.concat([Buffer.from('Grüße\n'), Buffer.of(0xff)]));
    await writeFile('old.txt', Buffer.of(0x93, 0x68, 0x69, 0x94));
    const read = await readTextOrFile(['cut.log', 'old.txt']);
    expect(read.value).toEqual({ 'cut.log': 'Grüße\n\ufffd', 'old.txt': '“hi”' });
    expect(read.notes?.join()).toMatch(/cut\.log.*U\+FFFD.*old\.txt.*1252/);
    expect(read.remarks?.['']).toMatch(/^cut\.log was .*U\+FFFD.*old\.txt was .*1252/);
    const kept = textFilesOf(read.parts);
    expect(kept).toBeDefined();
    if (kept !== undefined) expect((await readTextAgain(kept)).remarks).toEqual(read.remarks);
    expect((await readText(['one=old.txt'])).remarks?.['one']).toMatch(/^It was .*1252/);
  });

  it('reads a folder: hidden files too, links and what holds no documents left out, what has no text skipped', async () => {
    const { value, label, notes } = await readText(['notes']);
    expect(namesOf(value)).toEqual(['.hidden', '1999.md', '2001.md']);
    expect(label).toBe('3 files (1 binary file skipped)');
    expect(notes).toEqual([expect.stringMatching(/^scan\.pdf: .*pictures.*\bleft out$/)]);
  });

  it('reads one file as its text, PDF and DOCX too', async () => {
    expect((await readText(['report.pdf'])).value).toBe('The comet\fcame back');
    expect((await readText(['letter.docx'])).value).toBe('Dear comet\n\n');
    expect((await readText(['a=b.txt'])).value).toBe('an odd name');
  });

  it('takes globs, whose names are as they are written', async () => {
    expect((await readText(['notes/*.md', './*.docx'])).value).toEqual({
      'notes/1999.md': 'Nothing happened.',
      'notes/2001.md': 'The comet came back.',
      './letter.docx': 'Dear comet\n\n',
    });
    expect(namesOf((await readText(['**/*.{pdf,docx}'])).value)).toEqual([
      'letter.docx',
      'report.pdf',
    ]);
  });

  it('leaves out what git leaves out, unless it is named or wished for', async () => {
    const shown = ['.gitignore', 'a.md', 'docs/.gitignore', 'docs/b.md', 'docs/build.log'];
    const { value, label } = await readText(['repository']);
    expect(namesOf(value)).toEqual([...shown, 'docs/top.md', 'kept.log']);
    expect(label).toBe('7 files (3 left out by .gitignore)');
    expect(namesOf((await readText(['repository/docs'])).value)).toContain('build.log');
    expect(namesOf((await readText(['repository/**/*.md'])).value)).toEqual([
      'repository/a.md',
      'repository/docs/b.md',
      'repository/docs/top.md',
    ]);
    expect((await readText(['repository/top.md'])).value).toBe('left out');
    expect(namesOf((await readText(['repository'], { all: true })).value)).toHaveLength(10);
    expect(namesOf((await readText(['repository/dist'])).value)).toEqual(['kept.log']);
  });

  it('goes by the same rules as git', async () => {
    const git = promisify(execFile);
    const cwd = join(top, 'repository');
    const ran = await git('git', ['init', '-q'], { cwd }).catch(() => undefined);
    // Without git on the machine the rules above are all there is.
    if (ran === undefined) return;
    const { stdout } = await git('git', ['ls-files', '-o', '--exclude-standard'], { cwd });
    expect(namesOf((await readText(['repository'])).value)).toEqual(
      stdout.trim().split('\n').sort(),
    );
    // Within a repository, the rules of its top hold for a folder below it too, unless it is left out itself.
    expect(namesOf((await readText(['repository/dist'])).value)).toEqual(['kept.log']);
    expect(namesOf((await readText(['repository/docs'])).value)).toContain('build.log');
  });

  it('reads several contexts by their names', async () => {
    const { value, contexts, characters } = await readText([
      'report=report.pdf',
      'notes=notes/1999.md',
      'notes=notes/2001.md',
    ]);
    expect(contexts).toEqual({
      report: 'The comet\fcame back',
      notes: { 'notes/1999.md': 'Nothing happened.', 'notes/2001.md': 'The comet came back.' },
    });
    expect(namesOf(value)).toEqual(['report', 'notes/notes/1999.md', 'notes/notes/2001.md']);
    expect(characters).toBe(19 + 17 + 20);
  });

  it.each([
    [['missing.txt'], /^missing\.txt: .*\bno such file\b/],
    [['*.toml'], /^\*\.toml: no file matches$/],
    [['repository/docs/draft*'], /\bno file matches, .*\.gitignore .*--no-ignore/],
    [['empty'], /^empty: .*\bno file .*\.gitignore .*--no-ignore/],
    [['notes/photo.png'], /^notes\/photo\.png: .*\bno text\b.* binary /],
    [['notes/scan.pdf'], /^notes\/scan\.pdf: .*\bpictures of pages\b/],
    [['notes/*.p*'], /^notes\/\*\.p\*: .*\(notes\/photo\.png: .*, and others\)/],
    [['notes/node_modules/none'], /no such file/],
    [['notes=notes', 'report.pdf'], /report\.pdf .*<name>=report\.pdf/],
    [['-', '-'], /\bread once\b/],
  ])('refuses %j in one line', async (written, message) => {
    const reading = readText(written);
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });
});

describe('the most that is read', () => {
  it('holds for all texts together, whatever they are named, and says what to do', async () => {
    await mkdir('large');
    await writeFile('large/a.md', 'x'.repeat(600));
    await writeFile('large/b.md', 'y'.repeat(600));
    const maxBytes = 1_000;
    const said = (name: string): string =>
      `${name}: with it, the text is larger than 1000 bytes, the most that is read. Name fewer files, or a part of the folder such as 'docs/**/*.md'`;
    expect((await readText(['large/a.md'], { maxBytes })).characters).toBe(600);
    for (const [written, name] of [
      [['large'], 'b.md'],
      [['large/*.md'], 'large/b.md'],
      [['one=large/a.md', 'two=large/b.md'], 'large/b.md'],
    ] as const) {
      const read = readText(written, { maxBytes });
      await expect(read).rejects.toThrow(UsageError);
      await expect(read).rejects.toThrow(said(name));
    }
  });

  it('is 256 MB: a larger file is not read at all', async () => {
    await writeFile('huge.txt', 'The comet came back. '.repeat(500));
    await truncate('huge.txt', 2 ** 28 + 1);
    await expect(readText(['huge.txt'])).rejects.toThrow(/^huge\.txt: .* 256 MB/);
  });
});

describe('readTextAgain', () => {
  it.each([
    [['report.pdf']],
    [['notes']],
    [['notes/*.md', 'letter.docx']],
    [['report=report.pdf', 'notes=notes']],
  ])('reads %j as it was', async (written) => {
    const { parts, value, contexts, characters } = await readText(written);
    const files = JSON.parse(JSON.stringify(textFilesOf(parts))) as never;
    expect(await readTextAgain(files)).toMatchObject({
      value,
      characters,
      ...(contexts === undefined ? {} : { contexts }),
    });
  });

  it('names what has changed', async () => {
    const { parts } = await readText(['letter.docx', 'a=b.txt']);
    const files = textFilesOf(parts);
    await writeFile('letter.docx', makeDocx('Dear star'));
    expect(files).toBeDefined();
    if (files === undefined) return;
    await expect(readTextAgain(files)).rejects.toThrow(/letter\.docx changed/);
    await rm('letter.docx');
    await expect(readTextAgain(files)).rejects.toThrow(/\bgone: .*letter\.docx/);
  });
});

describe('readTextOrFile', () => {
  const large = 'The comet came back. \u20ac\n'.repeat(200_000);
  const wholeOf = async (value: unknown): Promise<string> => {
    const opened = await (value as LongText).open();
    const text = Buffer.concat([...opened.slices()]).toString();
    opened.verify();
    return text;
  };

  it('leaves one large file where it is, and says the same of it', async () => {
    await writeFile('large.txt', `\ufeff${large}`);
    const file = await readTextOrFile(['large.txt']);
    const text = await readText(['large.txt']);
    expect(isLongText(file.value)).toBe(true);
    expect(await wholeOf(file.value)).toBe(text.value);
    const [{ characters, label }, files] = [text, textFilesOf(text.parts)];
    expect(file).toMatchObject({ characters, label });
    expect(textFilesOf(file.parts)).toEqual(files);
    if (files === undefined) return;
    expect((await readTextAgain(files)).value).toBe(text.value);
    expect(await openTextAgain(files)).toMatchObject({ characters, label });
    await writeFile('large.txt', `\ufeff${large.replaceAll('comet', 'stars')}`);
    await expect(openTextAgain(files)).rejects.toThrow(/large\.txt changed/);
    await expect(wholeOf(file.value)).rejects.toThrow(/changed/);
  });

  it('reads a file as it was, if it has grown or is gone', async () => {
    await writeFile('grows.txt', large);
    const { value } = await readTextOrFile(['grows.txt']);
    await appendFile('grows.txt', 'more');
    expect(await wholeOf(value)).toBe(large);
    await rm('grows.txt');
    expect(await wholeOf(value)).toBe(large);
  });

  it.each([
    ['a small file', ['a=b.txt'], 'a=b.txt', 'an odd name'],
    ['a folder', ['in'], 'in/a.txt', large],
    ['several files', ['one.txt', 'a=b.txt'], 'one.txt', large],
    ['a context with a name', ['one=one.txt'], 'one.txt', large],
    ['UTF-16', ['utf16.txt'], 'utf16.txt', Buffer.from(`\ufeff${large}`, 'utf16le')],
    ['no UTF-8', ['latin.txt'], 'latin.txt', Buffer.from('caf\u00e9 '.repeat(900_000), 'latin1')],
    ['a document', ['large.pdf'], 'large.pdf', makePdf(...Array<string>(9).fill('page'))],
  ])('reads %s into memory', async (_, paths, name, content) => {
    await mkdir(dirname(name), { recursive: true });
    await writeFile(name, content);
    const { parts: _parts, ...read } = await readTextOrFile(paths);
    const { parts: _same, ...text } = await readText(paths);
    expect(read).toEqual(text);
  });
});
