import { execFileSync } from 'node:child_process';
import { link, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readQuestions } from '../src/batch/read-questions.js';
import { startOpenAiServer, type OpenAiServer } from './models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import { runsOf } from './support/kept-run.js';

let folder: NotesFolder;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  server = await startOpenAiServer(() => "```js\nFINAL('the answer');\n```");
});
afterEach(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

const three = ['"Which a?"', '{"id":"second","query":"Which b?"}', '"Which c?"'];
const write = (...lines: readonly string[]): Promise<void> =>
  writeFile(join(folder.path, 'questions.jsonl'), lines.join('\n'));
const batch = (more: readonly string[] = []) =>
  folder.rlm(['batch', 'questions.jsonl', 'notes', ...endpoint(server), ...more]);

describe('rlm batch with hostile files', () => {
  it.each([
    ['id', 'an id has'],
    ['member', 'has a member'],
  ])('shows the beginning of an %s that is as long as the file', async (kind, problem) => {
    const long = 'x'.repeat(3_000_000);
    await write(JSON.stringify(kind === 'id' ? { id: long, query: 'Why?' } : { [long]: 1 }));
    const { code, stderr } = await batch();
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(problem);
    expect([code, stderr.length < 2_000]).toEqual([2, true]);
  });

  it('gives thousands of the same question names of their own at once', async () => {
    const file = join(folder.path, 'questions.jsonl');
    await writeFile(file, '"Why?"\n'.repeat(100_000));
    const startedAt = performance.now();
    const questions = await readQuestions(file, 'notes');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(100_000);
    await writeFile(file, '"Why?"\n'.repeat(100_001));
    await expect(readQuestions(file, 'notes')).rejects.toThrow(/ 100000 questions/);
  });

  it('does not open a pipe, and reads no file without an end', async () => {
    execFileSync('mkfifo', [join(folder.path, 'questions.jsonl')]);
    const pipe = await batch();
    expect(pipe.stderr).toContain('questions.jsonl cannot be read');
    await rm(join(folder.path, 'questions.jsonl'));
    await symlink('/dev/zero', join(folder.path, 'questions.jsonl'));
    const device = await batch();
    expect(device.stderr).toContain('questions.jsonl cannot be read');
    expect([pipe.code, device.code, server.requests.length]).toEqual([2, 2, 0]);
  });

  it('reads no text that is not UTF-8, and no file of more than 64 MB', async () => {
    const file = join(folder.path, 'questions.jsonl');
    await writeFile(file, Buffer.from([0x22, 0xff, 0x22]));
    expect((await batch()).stderr).toContain('not UTF-8');
    await writeFile(file, Buffer.alloc(64 * 2 ** 20 + 1, 0x20));
    expect((await batch()).stderr).toContain('64 MB');
  });

  it.each([
    ['the questions', 'questions.jsonl', /\bread .*\blost\b/],
    ['a link to the questions', 'link', /\bread .*\blost\b/],
    ['another name of the questions', 'name', /\bread .*\blost\b/],
    ['a link to nothing', 'loose', /\ba link\b/],
    ['a link to another file', 'astray', /\ba link\b/],
    ['a pipe', 'pipe', /\bdevice or a pipe\b/],
    ['a folder', 'notes', /\blies in notes\b/],
    ['a file of the text', 'notes/2001.txt', /\blies in notes\b/],
    ['a new file in the text', 'notes/answers.jsonl', /\blies in notes\b/],
  ])('writes no results into %s', async (_, output, problem) => {
    await write(...three);
    const at = (name: string): string => join(folder.path, name);
    await symlink('questions.jsonl', at('link'));
    await link(at('questions.jsonl'), at('name'));
    await symlink('nothing', at('loose'));
    await writeFile(at('other'), 'other');
    await symlink('other', at('astray'));
    execFileSync('mkfifo', [at('pipe')]);
    const { code, stderr } = await batch(['--output', output]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(problem);
    expect([code, server.requests.length]).toEqual([2, 0]);
    expect(await readFile(at('questions.jsonl'), 'utf8')).toBe(three.join('\n'));
    expect(await readFile(at('other'), 'utf8')).toBe('other');
    expect(await readdir(at('notes'))).toEqual(['1999.txt', '2001.txt']);
  });

  it('answers the others if a run of the killed job has become a pipe, a link, a folder, torn or empty', async () => {
    await write(...three);
    expect(await batch(['--quiet'])).toMatchObject({ code: 0 });
    const { folder: runs } = runsOf(folder);
    for (const kind of ['a pipe', 'a link', 'a folder', 'torn text', 'nothing']) {
      const before = server.requests.length;
      const names = await readdir(runs, { recursive: true });
      const name = names.find((each) => /second.*jsonl$/.test(each)) ?? '';
      expect(name).not.toBe('');
      const file = join(runs, name);
      const text = await readFile(file, 'utf8');
      await rm(file);
      if (kind === 'a pipe') execFileSync('mkfifo', [file]);
      if (kind === 'a link') await symlink('/dev/zero', file);
      if (kind === 'a folder') execFileSync('mkdir', [file]);
      if (kind === 'torn text') await writeFile(file, text.slice(0, 40).repeat(3));
      if (kind === 'nothing') await writeFile(file, '');
      const { code, stdout } = await batch(['--quiet']);
      const lines = stdout.trim().split('\n');
      const told = lines.map((line) => JSON.parse(line) as { id: string; answer: string | null });
      expect(told).toHaveLength(3);
      for (const { id, answer } of told)
        if (id !== 'second') expect([kind, answer]).toEqual([kind, 'the answer']);
      expect([kind, code]).toEqual([kind, told.every(({ answer }) => answer !== null) ? 0 : 1]);
      // What was answered is not asked again.
      expect(server.requests.length - before).toBeLessThanOrEqual(1);
      // As it was.
      await rm(file, { recursive: true, force: true });
      await writeFile(file, text);
    }
  });
});
