import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { root } from './workspace.js';

const workspace = mkdtempSync(join(tmpdir(), 'rlm-npm-start-'));
const at = (path: string): string => join(workspace, path);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

/** Stands for the installation and the build: makes what the command needs, and counts. */
const bootstrap = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('tooling/builds', 'x');
for (const folder of ['node_modules', 'packages/one/dist']) mkdirSync(folder, { recursive: true });
writeFileSync('packages/one/dist/index.js', 'export const one = 1;');
`;
const command = `console.log([process.cwd(), ...process.argv.slice(2)].join(' '));`;

/** Runs `npm start` with these arguments; gives what it prints, and how many builds there were so far. */
function npmStart(...args: string[]): { printed: string; builds: number } {
  const env: NodeJS.ProcessEnv = { ...process.env, INIT_CWD: at('packages') };
  const options = { cwd: workspace, env, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['tooling/scripts/start.mjs', ...args],
    options,
  );
  expect(stderr.replace('Building…\n', '')).toBe('');
  return { printed: stdout.trim(), builds: readFileSync(at('tooling/builds'), 'utf8').length };
}

beforeEach(() => {
  rmSync(workspace, { recursive: true, force: true });
  for (const file of ['package.json', 'tsconfig.base.json', 'turbo.json']) write(file, '{}');
  write('pnpm-lock.yaml', 'a');
  write('packages/one/src/index.ts', 'export const one = 1;');
  write('apps/playground/bin/rlm.mjs', command);
  write('tooling/config/build.js', '');
  write('tooling/scripts/bootstrap.mjs', bootstrap);
  cpSync(join(root, 'tooling/scripts/start.mjs'), at('tooling/scripts/start.mjs'));
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
});

describe('npm start', () => {
  it('builds once, and runs the command where the user stands', () => {
    expect(npmStart()).toEqual({ printed: `${at('packages')} demo`, builds: 1 });
    expect(npmStart('ask', 'a b')).toEqual({ printed: `${at('packages')} ask a b`, builds: 1 });
  });

  it.each<[string, () => void]>([
    ['an edited source', () => write('packages/one/src/index.ts', 'export const one = 2;  ')],
    ['a new source, as another branch has', () => write('packages/one/src/two.ts', '')],
    ['another lock file', () => write('pnpm-lock.yaml', 'ab')],
    ['a removed dist', () => rmSync(at('packages/one/dist'), { recursive: true })],
    ['removed node_modules', () => rmSync(at('node_modules'), { recursive: true })],
  ])('builds again after %s', (_, change) => {
    npmStart();
    change();
    expect(npmStart().builds).toBe(2);
    expect(npmStart().builds).toBe(2);
  });

  it('does not build again for a test', () => {
    npmStart();
    write('packages/one/test/one.test.ts', '');
    expect(npmStart().builds).toBe(1);
  });
});
