import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readText } from '../../src/read-text.js';
import { readTextAgain, textFilesOf } from '../../src/runs/text-files.js';
import { UsageError } from '../../src/usage-error.js';
import { makeDocx, makePdf } from '@rlm/config/documents';

let top = '';
const before = process.cwd();
const files: Readonly<Record<string, string | Buffer>> = {
  'notes/1999.md': 'Nothing happened.',
  'notes/2001.md': 'The comet came back.',
  'notes/.hidden': 'hidden',
  'notes/photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]),
  'notes/scan.pdf': makePdf(''),
  'notes/node_modules/a.md': 'no document',
  'notes/.rlm/runs/r.jsonl': 'no document',
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
  it('reads a folder: hidden files too, links and what holds no documents left out, what has no text skipped', async () => {
    const { value, label, notes } = await readText(['notes']);
    expect(namesOf(value)).toEqual(['.hidden', '1999.md', '2001.md']);
    expect(label).toBe('3 files (1 binary file skipped)');
    expect(notes).toEqual([expect.stringMatching(/^scan\.pdf: .*pictures.*; it is left out$/)]);
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
    [['missing.txt'], /^missing\.txt: there is no such file or folder$/],
    [['*.toml'], /^\*\.toml: no file matches$/],
    [
      ['repository/docs/draft*'],
      /no file matches, except files that \.gitignore leaves out \(--no-ignore/,
    ],
    [
      ['empty'],
      /^empty: there is no file in it that \.gitignore does not leave out \(--no-ignore\)/,
    ],
    [['notes/photo.png'], /^notes\/photo\.png: there is no text in it, only binary data$/],
    [['notes/scan.pdf'], /^notes\/scan\.pdf: .*only pictures of pages/],
    [
      ['notes/*.p*'],
      /^notes\/\*\.p\*: there is no text in it \(notes\/photo\.png: .*, and others\)/,
    ],
    [['notes/node_modules/none'], /no such file/],
    [['notes=notes', 'report.pdf'], /report\.pdf has none \(write it <name>=report\.pdf\)/],
    [['-', '-'], /can be read once only/],
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
