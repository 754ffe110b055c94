import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commands } from '../../src/commands/index.js';
import { bashCompletions } from '../../src/completions/bash.js';
import { fishCompletions } from '../../src/completions/fish.js';
import { zshCompletions } from '../../src/completions/zsh.js';

const run = promisify(execFile);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-completions-'));
  await mkdir(join(folder, 'notes'));
  await mkdir(join(folder, '.rlm', 'runs'), { recursive: true });
  await writeFile(join(folder, '.rlm', 'runs', '4f2a90cc.jsonl'), '');
  // Names of files that no run of ours has: bash would run what stands in them.
  for (const hostile of ['$(touch owned)', '`touch owned`', '4f2;touch owned', '-n', '${HOME}']) {
    await writeFile(join(folder, '.rlm', 'runs', `${hostile}.jsonl`), '');
  }
  // Runs that --runs names, one in a folder with a blank.
  for (const runs of ['kept', 'my runs']) {
    await mkdir(join(folder, runs));
    await writeFile(join(folder, runs, '77aa.jsonl'), '');
    await writeFile(join(folder, runs, '$(touch owned).jsonl'), '');
  }
  await writeFile(join(folder, 'a file.txt'), '');
  await writeFile(join(folder, 'rlm.bash'), bashCompletions(commands));
  await writeFile(join(folder, '_rlm'), zshCompletions(commands));
  await writeFile(join(folder, 'rlm.fish'), fishCompletions(commands));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const has = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', ':']);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(!has('bash'))(
  `bashCompletions${has('bash') ? '' : ' (skipped: there is no bash)'}`,
  () => {
    /** What bash offers for the last word of a line. */
    async function complete(...line: readonly string[]): Promise<readonly string[]> {
      const script = `source ./rlm.bash
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _rlm
printf '%s\\n' "\${COMPREPLY[@]}"; complete -p rlm >&2`;
      const { stdout, stderr } = await run(
        'bash',
        ['--norc', '-uc', script, 'bash', 'rlm', ...line],
        { cwd: folder, env: { ...process.env, HOME: folder } },
      );
      expect(stderr).toBe('complete -F _rlm rlm\n');
      return stdout.trim().split('\n');
    }

    it.each([
      [[''], [...commands.map(({ name }) => name), 'help']],
      [['re'], ['reject', 'resume']],
      [['ask', '--by'], ['--by-hand']],
      [
        ['ask', '--reward', ''],
        ['default', 'strict', 'lenient', 'research'],
      ],
      [['runs', '--json', '--status', 'f'], ['failed']],
      [['ask', 'Who?', 'no'], ['notes']],
      [['ask', 'Who?', 'a'], ['a file.txt']],
      [
        ['ask', '--by-hand', ''],
        ['.rlm', 'kept', 'my runs', 'notes'],
      ],
      [['ask', '--max-steps', ''], ['']],
      [['resume', ''], ['4f2a90cc']],
      [['show', '4'], ['4f2a90cc']],
      [['lab', '4'], ['4f2a90cc']],
      [['show', 'a'], ['a file.txt']],
      [
        ['runs', ''],
        ['remove', 'retry', '4f2a90cc'],
      ],
      [['runs', 'remove', '4'], ['4f2a90cc']],
      [['show', '--runs', 'kept', '7'], ['77aa']],
      [['resume', '--runs', 'kept', ''], ['77aa']],
      // As bash takes --runs=kept apart.
      [['resume', '--runs', '=', 'kept', ''], ['77aa']],
      [['resume', '--runs=kept', ''], ['77aa']],
      [['resume', '--runs', '"my runs"', ''], ['77aa']],
      [['resume', '--runs', 'my\\ runs', ''], ['77aa']],
      [['resume', '--runs', '~/kept', ''], ['77aa']],
      [['resume', '--runs', 'missing', ''], ['']],
      [['resume', '--runs', '$(touch owned)', ''], ['']],
      [['completions', 'b'], ['bash']],
      [['--v'], ['--version']],
    ])('offers what fits %j', async (line, offered) => {
      expect([...(await complete(...line))].sort()).toEqual([...offered].sort());
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    });
  },
);

const lines = [
  [['resume', ''], ['4f2a90cc']],
  [['resume', '--runs', 'kept', ''], ['77aa']],
  [['resume', '--runs=kept', ''], ['77aa']],
  [['resume', '--runs', 'my\\ runs', ''], ['77aa']],
  [['resume', '--runs', '~/kept', ''], ['77aa']],
  [['resume', '--runs', 'missing', ''], []],
] as const;

describe.skipIf(!has('zsh'))(
  `the ids of runs in zsh${has('zsh') ? '' : ' (skipped: there is no zsh)'}`,
  () => {
    it.each(lines)('are offered for %j', async (line, offered) => {
      // What the completion of zsh gives: the words, and what takes the offer.
      const script = `compdef() { : }; compadd() { shift; print -rl -- "$@" }
source ./_rlm; words=("$@"); CURRENT=$#; _rlm_runs`;
      const { stdout, stderr } = await run('zsh', ['-fc', script, 'zsh', ...line], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
      });
      expect(stderr).toBe('');
      expect(stdout.split('\n').filter((id) => id !== '')).toEqual(offered);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    });
  },
);

describe.skipIf(!has('fish'))(
  `the ids of runs in fish${has('fish') ? '' : ' (skipped: there is no fish)'}`,
  () => {
    it.each(lines)('are offered for %j', async (line, offered) => {
      const script = `source ./rlm.fish; complete -C 'rlm ${line.join(' ')}'`;
      const { stdout } = await run('fish', ['--no-config', '-c', script], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
      });
      expect(stdout.split('\n').filter((id) => id !== '')).toEqual(offered);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    });
  },
);

describe.each([
  ['zsh', '_rlm'],
  ['fish', 'rlm.fish'],
])('the completions for %s', (shell, file) => {
  it.skipIf(!has(shell))(
    `are read by it${has(shell) ? '' : ` (skipped: there is no ${shell})`}`,
    async () => {
      await expect(run(shell, ['-n', join(folder, file)])).resolves.toMatchObject({ stderr: '' });
    },
  );

  it('have every command and option', () => {
    const script = shell === 'zsh' ? zshCompletions(commands) : fishCompletions(commands);
    for (const { name, options } of commands) {
      expect(script).toContain(name);
      for (const option of Object.keys(options)) {
        expect(script).toContain(shell === 'zsh' ? `'--${option}[` : ` -l ${option}`);
      }
    }
  });
});
