import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { connectServer, folderOf, read, type Given } from '../support/serve.js';

const sandbox = quickjs();
const list = '```js\nFINAL(typeof context === "string" ? context : JSON.stringify(context))\n```';

/** Asks about paths; gives the texts that the model got, or the fault. */
async function ask(
  paths: readonly string[],
  roots: readonly string[] | undefined,
  clientRoots?: readonly string[],
  more: object = {},
): Promise<Given> {
  const run = { model: scriptedModel([list]), sandbox };
  const client = await connectServer(
    { run, ...(roots === undefined ? {} : { roots }), ...more },
    clientRoots,
  );
  return read(await client.callTool({ name: 'ask', arguments: { question: 'What?', paths } }));
}

const refused = { isError: true, code: 'path_not_allowed', data: undefined };

describe('the paths of a question', () => {
  it('are files, folders, globs and file: URLs below a root', async () => {
    const folder = await folderOf({ 'a.txt': 'one', 'src/b.ts': 'two', 'src/[id].ts': 'three' });
    const answers: unknown[] = [];
    for (const path of [
      'a.txt',
      './src/b.ts',
      join(folder, 'a.txt'),
      pathToFileURL(join(folder, 'a.txt')).href,
      'src/[id].ts',
      'src',
      '**/*.ts',
      join(folder, '*.txt'),
    ]) {
      answers.push((await ask([path], [folder])).data?.['answer']);
    }
    const both = '{"src/[id].ts":"three","src/b.ts":"two"}';
    expect(answers).toEqual(['one', 'two', 'one', 'one', 'three', both, both, 'one']);
  });

  it('name no file twice, and leave out what .gitignore does', async () => {
    const folder = await folderOf({ '.gitignore': 'b.txt\n', 'a.txt': 'one', 'b.txt': 'two' });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const { data } = await ask(['.', 'a.txt', '*.txt'], [folder]);
    expect(Object.keys(JSON.parse(String(data?.['answer'])) as object)).toEqual([
      '.gitignore',
      'a.txt',
    ]);
  });

  it.each([
    ['an absolute path', () => '/etc/hostname'],
    ['a way up', () => '../../etc/hostname'],
    ['a way up that comes back', (folder: string) => `../${basename(folder)}x/a.txt`],
    ['a URL', () => 'file:///etc/hostname'],
    ['a URL of another machine', () => 'file://other/etc/hostname'],
    ['a URL that is none', () => 'file:%'],
    ['a glob', () => '/etc/host*'],
    ['a glob with a way up', () => '*/../../../etc/host*'],
    ['a glob with a way up in braces', () => '{..,a}/{..,b}/etc/hostname'],
    ['a glob with a way up in a group', () => '@(..|a)/*'],
    ['a byte 0', () => 'a.txt\0.md'],
    ['a file that is not there', () => '/nowhere/at/all'],
  ])('are refused outside: %s', async (_, pathOf) => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const given = await ask([pathOf(folder)], [folder]);
    expect(given).toMatchObject(refused);
    // What is outside is not told apart from what is not there.
    expect(given.text).toMatch(/\bnot a file below\b/);
  });

  it('are refused if a link leads out: of a file, of a folder, of a folder in between', async () => {
    const outside = await folderOf({ 'secret.txt': 'secret' });
    const folder = await folderOf({ 'a.txt': 'one' });
    await symlink(join(outside, 'secret.txt'), join(folder, 'file'));
    await symlink(outside, join(folder, 'out'));
    for (const path of ['file', 'out', 'out/secret.txt', 'out/*.txt', 'out/missing.txt']) {
      expect(await ask([path], [folder]), path).toMatchObject(refused);
    }
  });

  it('skip links that lead out of a folder, and read those that stay inside', async () => {
    const outside = await folderOf({ 'secret.txt': 'hidden words' });
    const folder = await folderOf({ 'a.txt': 'one', 'deep/b.txt': 'two' });
    await symlink(join(outside, 'secret.txt'), join(folder, 'file.txt'));
    await symlink(outside, join(folder, 'out'));
    await symlink(join(folder, 'a.txt'), join(folder, 'same.txt'));
    for (const path of ['.', '**/*.txt', '*.txt', '{out,deep}/*.txt', '[o]ut/*', 'fil[e].txt']) {
      const { text, data } = await ask([path, 'a.txt'], [folder]);
      expect(text, path).not.toContain('hidden words');
      // A glob that matches nothing else is an error.
      if (data !== undefined) expect(data['answer'], path).toMatch(/one/);
    }
  });

  it('are refused if they are devices, pipes or folders under the name of a file', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await ask(['pipe'], [folder])).toMatchObject(refused);
  });

  it('that are missing below a root are told so', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    expect(await ask(['b.txt'], [folder])).toMatchObject({
      isError: true,
      code: 'context_unusable',
    });
    expect(await ask(['*.md'], [folder])).toMatchObject({
      isError: true,
      code: 'context_unusable',
    });
  });

  it('are as many and as large as the configuration allows', async () => {
    const folder = await folderOf({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'x'.repeat(100) });
    expect(await ask(['.'], [folder], undefined, { maxFiles: 2 })).toMatchObject(refused);
    const large = await ask(['.'], [folder], undefined, { maxBytes: 50 });
    expect(large).toMatchObject({ isError: true, code: 'context_unusable' });
  });
});

describe('the roots', () => {
  it('are those of the client if the configuration has none', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    expect((await ask(['a.txt'], undefined, [folder])).data).toMatchObject({ answer: 'one' });
    expect(await ask(['/etc/hostname'], undefined, [folder])).toMatchObject(refused);
  });

  it('are none without any: nothing may be read', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const none = await ask([join(folder, 'a.txt')], undefined);
    expect(none).toMatchObject(refused);
    expect(none.text).toMatch(/\bserver nor its client\b/);
    const usual = { defaultRoots: [folder] };
    expect((await ask(['a.txt'], undefined, undefined, usual)).data).toMatchObject({
      answer: 'one',
    });
    expect(await ask(['a.txt'], undefined, [], usual)).toMatchObject(refused);
    expect(await ask(['a.txt'], [folder], [])).toMatchObject(refused);
    const more = { ignoreClientRoots: true };
    expect((await ask(['a.txt'], [folder], [], more)).data).toMatchObject({ answer: 'one' });
  });

  it('of a client narrow those of the configuration, and never widen them', async () => {
    const folder = await folderOf({ 'a.txt': 'one', 'sub/b.txt': 'two' });
    const sub = join(folder, 'sub');
    // Paths start at the client's root.
    expect((await ask(['b.txt'], [folder], [sub])).data).toMatchObject({ answer: 'two' });
    expect(await ask(['../a.txt'], [folder], [sub])).toMatchObject(refused);
    expect((await ask(['sub/b.txt'], [sub], [folder])).data).toMatchObject({ answer: 'two' });
    expect(await ask(['a.txt'], [sub], [folder])).toMatchObject({ isError: true });
    expect(await ask([join(folder, 'a.txt')], [sub], [folder])).toMatchObject(refused);
    const { text } = await ask(['.'], [sub], [folder]);
    expect(text).toContain('two');
    expect(text).not.toContain('one');
    expect((await ask(['a.txt'], [folder], ['/'])).data).toMatchObject({ answer: 'one' });
    expect(await ask(['/etc/hostname'], [folder], ['/'])).toMatchObject(refused);
  });

  it('that are links lead to their folders', async () => {
    const folder = await folderOf({ 'real/a.txt': 'one' });
    await symlink(join(folder, 'real'), join(folder, 'link'));
    const link = join(folder, 'link');
    expect((await ask(['a.txt'], [link])).data).toMatchObject({ answer: 'one' });
    expect((await ask([join(link, 'a.txt')], [link])).data).toMatchObject({ answer: 'one' });
  });

  it('that are several are each tried, and names are whole paths', async () => {
    const [one, other] = [await folderOf({ 'a.txt': 'one' }), await folderOf({ 'b.txt': 'two' })];
    expect((await ask(['b.txt'], [one, other])).data).toMatchObject({ answer: 'two' });
    const both = await ask(['a.txt', 'b.txt'], [one, other]);
    const texts = JSON.parse(String(both.data?.['answer'])) as Record<string, string>;
    expect(texts).toEqual({ [join(one, 'a.txt')]: 'one', [join(other, 'b.txt')]: 'two' });
  });

  it('do not let a folder pass whose name begins as theirs', async () => {
    const folder = await folderOf({ 'app/a.txt': 'one' });
    await mkdir(join(folder, 'app-secret'));
    await writeFile(join(folder, 'app-secret/b.txt'), 'two');
    const path = join(dirname(join(folder, 'app')), 'app-secret/b.txt');
    expect(await ask([path], [join(folder, 'app')])).toMatchObject(refused);
  });
});
