import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { readFileBytes } from '@rlm/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOwnFile, putOwnFile } from '../../src/files/own-file.js';
import { shellWord } from '../../src/shell-word.js';
import { saveTrajectory } from '../../src/save-trajectory.js';
import { readText } from '../../src/read-text.js';
import { notesFolder } from '../support/notes-folder.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-own-'));
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await symlink('mine.txt', join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);
const mine = (): Promise<string> => readFile(at('mine.txt'), 'utf8');

describe('a file that the command writes', () => {
  it('is for its owner alone, whoever could read it before', async () => {
    await writeFile(at('old'), 'a longer text than before', { mode: 0o644 });
    for (const name of ['old', 'new']) {
      const handle = await openOwnFile(at(name));
      await handle.writeFile('x');
      await handle.close();
      expect([await modeOf(at(name)), await readFile(at(name), 'utf8')]).toEqual(['600', 'x']);
    }
    await putOwnFile(at('put'), 'z');
    expect([await readFile(at('put'), 'utf8'), await modeOf(at('put'))]).toEqual(['z', '600']);
  });

  it.each([
    ['link', /\ba link\b/],
    ['pipe', /a device or a pipe/],
    ['', /a folder/],
  ])('is not put into %j, which stays as it is', async (name, message) => {
    await expect(openOwnFile(at(name))).rejects.toThrow(message);
    expect(await mine()).toBe('mine');
  });

  it('takes the place of a link, and not of what the link leads to', async () => {
    await putOwnFile(at('link'), 'theirs');
    expect([await mine(), await readFile(at('link'), 'utf8')]).toEqual(['mine', 'theirs']);
  });
});

describe('what is saved', () => {
  it('follows no link (--save)', async () => {
    await expect(saveTrajectory(at('link'))).rejects.toThrow(
      errorWith({ facts: [`--save ${at('link')} `, ' a link'] }),
    );
    const saved = await saveTrajectory(at('run.jsonl'));
    await saved?.end();
    expect([await mine(), await modeOf(at('run.jsonl'))]).toEqual(['mine', '600']);
  });
});

describe('a file that the command reads', () => {
  it('is a regular one, unless a person names it', async () => {
    expect(String(await readFileBytes(at('link')))).toBe('mine');
    await expect(readFileBytes(at('link'), { followLinks: false })).rejects.toThrow(/a link/);
    for (const name of [at('pipe'), '/dev/zero', folder]) {
      await expect(readFileBytes(name)).rejects.toThrow(/no regular file/);
    }
    // In a folder, it is left out.
    const { value } = await readText([folder]);
    expect(Object.keys(value)).toContain('mine.txt');
    expect(Object.keys(value)).not.toContain('pipe');
  });
});

describe('a command that is told to be copied', () => {
  it.each([
    ['kept/runs-2.0', 'kept/runs-2.0'],
    ['my runs', "'my runs'"],
    ['$(touch x);', "'$(touch x);'"],
    ["it's", String.raw`'it'\''s'`],
    ['', "''"],
  ])('has %j as %s', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });

  it('quotes the folder of runs, whose name steers no terminal', async () => {
    await using notes = await notesFolder();
    const { stderr } = await notes.rlm(['runs', '--runs', 'x\u001B]0;title\u0007']);
    expect(stderr).toMatch(/^\P{Cc}*\bno run in x\u241B\]0;title\u2407\.\n$/u);
    const asked = await notes.rlm(['resume', 'none', '--runs', 'my runs; ls']);
    expect(asked.stderr).toMatch(/\bno run "none" .*; ls\b/);
    await notes.rlm(['ask', 'Which file?', 'notes', '--planner', '--runs', 'my runs; ls']);
    const near = await notes.rlm(['resume', 'none', '--runs', 'my runs; ls']);
    expect(near.stderr).toContain("rlm runs --runs 'my runs; ls' ");
  });
});
