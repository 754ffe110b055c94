import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readGitignore } from '../src/gitignore.js';
import { readContextFiles } from '../src/index.js';

let top = '';
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'rlm-gitignore-')));
});
afterAll(() => rm(top, { recursive: true }));

let trees = 0;
/** A folder of its own with these files. */
async function tree(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = join(top, String((trees += 1)));
  await mkdir(root);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C',
};
const git = (root: string, args: readonly string[], input?: string): string =>
  spawnSync('git', args, { cwd: root, env, input, encoding: 'utf8' }).stdout;

async function leftOutBy(root: string, names: readonly string[]): Promise<readonly string[]> {
  const isIgnored = readGitignore(root);
  const found: string[] = [];
  for (const name of names) if (await isIgnored(join(root, name))) found.push(name);
  return found;
}

function leftOutByGit(root: string, names: readonly string[]): readonly string[] {
  const args = ['check-ignore', '--no-index', '-z', '--stdin'];
  return git(root, args, names.map((name) => `${name}\0`).join(''))
    .split('\0')
    .filter((name) => name !== '');
}

const hasGit = spawnSync('git', ['--version'], { env }).status === 0;
const why = hasGit ? '' : ' (skipped: there is no git)';

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const words = ['a', 'b', 'A', 'ab', 'a.txt', 'b.txt', 'é', '[a]', 'a b', '#a', '!a', 'x-y'];
const pieces = [
  ...['a', 'b', 'A', 'B', '.txt', 'é', '*', '*', '?', '**', '/', '/', '**/', '/**', '*.txt', ' '],
  ...[
    '[a-c]',
    '[!a]',
    '[^b]',
    '[]a]',
    '[[:alpha:]]',
    '[[:upper:]x]',
    '[',
    ']',
    '[a',
    '[A-Z]',
    '[a-',
  ],
  ...['\\a', '\\*', '\\ ', '\\', '\\#', '#', '!', 'x-y', '[x-]', '[[:no:]]', '[\\]a]', '\t', 'txt'],
];

describe.skipIf(!hasGit)(`readGitignore${why}`, () => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed, seed % 3 === 2] as const))(
    'leaves out what git leaves out of a generated tree: %i, letter case ignored: %s',
    async (seed, isCaseless) => {
      const next = numbers(seed * 7_919 + 1);
      const one = <Item>(list: readonly Item[]): Item =>
        list[Math.floor(next() * list.length)] as Item;
      const many = (most: number): readonly number[] =>
        Array.from({ length: 1 + Math.floor(next() * most) });
      const files: Record<string, string> = {};
      const folders = ['', 'a/', 'a/b/', 'A/', 'ab/a/', 'b/a.txt/'];
      for (const folder of folders) {
        for (const word of words)
          if (next() < 0.7) files[`${folder}${word}${word === 'é' ? '' : '_'}`] = '';
        for (const word of words) if (next() < 0.4) files[`${folder}d/${word}`] = '';
      }
      const rule = (): string => {
        const begin = next() < 0.3 ? '!' : '';
        const body =
          next() < 0.4
            ? `${one(words)}${one(['', '_', '*', '/'])}`
            : many(4)
                .map(() => one(pieces))
                .join('');
        return `${begin}${next() < 0.2 ? '/' : ''}${body}${next() < 0.2 ? '/' : ''}`;
      };
      for (const folder of folders) {
        if (folder !== '' && next() < 0.5) continue;
        const ending = one(['\n', '\r\n', ' \n']);
        files[`${folder}.gitignore`] = many(6).map(rule).join(ending) + one(['', ending]);
      }
      const root = await tree(files);
      git(root, ['init', '-q']);
      if (isCaseless) git(root, ['config', 'core.ignorecase', 'true']);
      const names = Object.keys(files).sort();
      const rules = Object.entries(files).filter(([name]) => name.endsWith('.gitignore'));
      expect(await leftOutBy(root, names), JSON.stringify(rules)).toEqual(
        leftOutByGit(root, names),
      );
    },
  );
});

describe('readContextFiles, by .gitignore', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'the letter case of names',
      { '.gitignore': 'README\n*.LOG\n', readme: '', README: '', 'a.log': '', 'a.LOG': '' },
      ['.gitignore', 'a.log', 'readme'],
    ],
    [
      'a file that takes back what one above leaves out',
      {
        '.gitignore': '*.txt\nout/\n',
        'a/.gitignore': '!b.txt\n!out/\n',
        'a/b.txt': '',
        'a/c.txt': '',
        'a/out/x.md': '',
      },
      ['.gitignore', 'a/.gitignore', 'a/b.txt', 'a/out/x.md'],
    ],
    [
      'a folder from which nothing can be taken back',
      { '.gitignore': 'out/\n!out/keep.md\n', 'out/keep.md': '', 'out/.gitignore': '!*\n' },
      ['.gitignore'],
    ],
    [
      'the contents of a folder, but for some',
      { '.gitignore': 'out/*\n!out/keep.md\n', 'out/keep.md': '', 'out/a.md': '', out2: '' },
      ['.gitignore', 'out/keep.md', 'out2'],
    ],
    [
      'a folder rule, which concerns no file of that name',
      { '.gitignore': 'x/\n', 'a/x': '', 'b/x/y': '' },
      ['.gitignore', 'a/x'],
    ],
    ['lines that end in CRLF', { '.gitignore': 'a\r\n', a: '', b: '' }, ['.gitignore', 'b']],
  ])('follows %s', async (_, files, expected) => {
    const root = await tree(files);
    expect((await readContextFiles(root)).files).toEqual(expected);
    if (!hasGit) return;
    git(root, ['init', '-q']);
    const names = Object.keys(files).sort();
    expect(leftOutByGit(root, names)).toEqual(names.filter((name) => !expected.includes(name)));
  });

  it('follows the letter case that the repository of a worktree is set to', async () => {
    const root = await tree({
      'main/.git/config': '[core]\n\tbare = false\n\tignorecase = true\n',
      'main/.git/worktrees/w/commondir': '../..\n',
      'w/.gitignore': 'README\n',
      'w/readme': '',
      'w/a': '',
    });
    await writeFile(join(root, 'w/.git'), `gitdir: ${join(root, 'main/.git/worktrees/w')}\n`);
    expect((await readContextFiles(join(root, 'w'))).files).toEqual(['.gitignore', 'a']);
  });

  it('takes no rules from a link, as git does not', async () => {
    const root = await tree({ rules: 'a\n', a: '' });
    await symlink('rules', join(root, '.gitignore'));
    expect((await readContextFiles(root)).files).toEqual(['a', 'rules']);
  });
});
