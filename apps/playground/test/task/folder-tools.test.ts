import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import type { Tool } from '@rlm/kernel';
import { executeAction } from '@rlm/penguin-engine';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openFolder, type Folder } from '../../src/task/open-folder.js';
import { listFilesTool } from '../../src/task/tools/list-files.js';
import { readFileTool } from '../../src/task/tools/read-file.js';
import { runCodeTool } from '../../src/task/tools/run-code.js';
import { searchTool } from '../../src/task/tools/search.js';
import { UsageError } from '../../src/usage-error.js';
import { makePdf } from '@rlm/config/documents';

let top = '';
let folder: Folder;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'rlm-task-'));
  await mkdir(join(top, 'work', 'notes'), { recursive: true });
  await mkdir(join(top, 'work', '.git'));
  await writeFile(join(top, 'secret.txt'), 'the secret');
  await writeFile(join(top, 'work', 'notes', 'a.md'), 'The comet\ncame back.\nTHE COMET left.');
  await writeFile(join(top, 'work', 'report.pdf'), makePdf('A comet too'));
  await writeFile(join(top, 'work', 'photo.png'), Buffer.from([0x89, 0, 1]));
  await writeFile(join(top, 'work', '.env'), 'KEY=secret');
  await writeFile(join(top, 'work', '.gitignore'), '.env\n');
  await writeFile(join(top, 'work', '.git', 'config'), 'token = secret');
  await symlink(join(top, 'secret.txt'), join(top, 'work', 'link.txt'));
  await symlink(top, join(top, 'work', 'up'));
  await symlink(join(top, 'work', 'notes', 'a.md'), join(top, 'work', 'inside.md'));
  folder = await openFolder(join(top, 'work'), { all: false });
});
afterAll(() => rm(top, { recursive: true, force: true }));

/** What a model is told of a call. */
async function call(tool: Tool, input: object): Promise<string> {
  const action = { id: 'call', name: tool.name, arguments: input };
  const { result, status } = await executeAction(action, { tools: [tool] });
  return status === 'error' ? `error: ${result}` : result;
}

describe('openFolder', () => {
  it.each([
    ['../secret.txt', /\bleads out\b/],
    ['notes/../../secret.txt', /\bleads out\b/],
    ['/etc/passwd', /\bleads out\b/],
    ['link.txt', /\bleads out\b/],
    ['up/secret.txt', /\bleads out\b/],
    ['.git/config', /\bnot be read\b/],
    ['.env', /\bnot be read\b/],
    ['missing.md', /\bno file missing\.md/],
    ['notes', /is a folder/],
    ['photo.png', /only binary data/],
  ])('refuses to read %s', async (path, message) => {
    await expect(folder.read(path)).rejects.toThrow(message);
    await expect(folder.read(path)).rejects.not.toThrow(/secret$/);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    const pipe = join(top, 'work', 'pipe.md');
    execFileSync('mkfifo', [pipe]);
    await expect(folder.read('pipe.md')).rejects.toThrow(/^pipe\.md .*regular file/);
    await rm(pipe);
    const rules = join(top, 'work', 'notes', '.gitignore');
    execFileSync('mkfifo', [rules]);
    const fresh = await openFolder(join(top, 'work'), { all: false });
    expect(await fresh.read('notes/a.md')).toContain('The comet');
    await rm(rules);
  });

  it('reads nothing outside while a folder is replaced by a link, to and fro', async () => {
    const [real, aside] = [join(top, 'work', 'swapped'), join(top, 'aside')];
    await mkdir(real);
    await writeFile(join(real, 'secret.txt'), 'mine');
    const swap = { isOver: false };
    const swapping = (async () => {
      while (!swap.isOver) {
        await rename(real, aside);
        await symlink(top, real);
        await rm(real);
        await rename(aside, real);
      }
    })();
    const read = new Set<string>();
    for (let count = 0; count < 6000; count += 1) {
      read.add(await folder.read('swapped/secret.txt').catch(() => 'refused'));
    }
    swap.isOver = true;
    await swapping;
    await rm(real, { recursive: true });
    expect(read).not.toContain('the secret');
  });

  it('reads what lies in the folder, also by a link within it', async () => {
    expect(await folder.read('inside.md')).toContain('The comet');
    expect(await folder.read(join(top, 'work', 'notes', 'a.md'))).toContain('The comet');
    expect(await folder.read('report.pdf')).toBe('A comet too');
    const all = await openFolder(join(top, 'work'), { all: true });
    expect(await all.read('.env')).toBe('KEY=secret');
  });

  it('lists neither links nor what is left out, and nothing outside', async () => {
    const names = (await folder.list()).map(({ name }) => name);
    expect(names).toEqual(['.gitignore', 'notes/a.md', 'photo.png', 'report.pdf']);
    await expect(folder.list('..')).rejects.toThrow(/^\.\. .* out of /);
  });

  it('refuses what is no folder', async () => {
    const opening = openFolder(join(top, 'secret.txt'), { all: false });
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(
      errorWith({ facts: [`--folder ${join(top, 'secret.txt')}`] }),
    );
  });
});

describe('the tools of a task', () => {
  it('list_files and search tell where things stand', async () => {
    expect(await call(listFilesTool(folder), { path: 'notes' })).toBe('notes/a.md');
    expect(await call(listFilesTool(folder), { path: 'no' })).toMatch(/no file below no/);
    expect(await call(searchTool(folder), { text: 'the comet' })).toBe(
      'notes/a.md:1: The comet\nnotes/a.md:3: THE COMET left.',
    );
    expect(await call(searchTool(folder), { text: 'secret' })).toMatch(/^No line holds/);
    expect(await call(searchTool(folder), { text: '' })).toMatch(/^error: /);
  });

  it('read_file gives the lines that are asked for', async () => {
    const read = readFileTool(folder);
    expect(await call(read, { path: 'notes/a.md', from_line: 2, lines: 1 })).toMatch(
      /^notes\/a\.md, .*\b2 to 2 of 3:\ncame back\.$/,
    );
    expect(await call(read, { path: 'notes/a.md', from_line: 9 })).toMatch(/has 3 lines/);
    expect(await call(read, { path: '../secret.txt' })).toMatch(/^error: .*leads out/);
  });

  it('run_code computes over the files, by the same gate', async () => {
    const run = runCodeTool(folder, quickjs());
    const code =
      'const text = await read_file("notes/a.md"); print(text.length, (await list_files()).length)';
    expect(await call(run, { code })).toBe('36 4\n');
    const outside =
      'try { await read_file("up/secret.txt") } catch (error) { print(error.message) }';
    expect(await call(run, { code: outside })).toMatch(/\bleads out\b/);
    expect(await call(run, { code: 'require("fs")' })).toMatch(/^error: [\s\S]*require/);
    expect(await call(run, { code: '({}).map((one) => one)' })).toMatch(
      /: TypeError: not a function\n +cell 1, line 1\n/,
    );
  });
});
