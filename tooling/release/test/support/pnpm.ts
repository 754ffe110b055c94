import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The root of the workspace. */
export const workspace = fileURLToPath(new URL('../../../../', import.meta.url));

const { packageManager } = JSON.parse(readFileSync(`${workspace}package.json`, 'utf8')) as {
  readonly packageManager: string;
};

/** A shell of somebody who makes a release: without what pnpm, turbo and vitest add for a test, and without configuration of their own for git. */
export const shellEnv: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:NODE_|npm_|PNPM_|TURBO_|VITEST|INIT_CWD|RLM_)/i.test(name),
    ),
  ),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Rehearsal'],
      [`GIT_${who}_EMAIL`, 'rehearsal@localhost'],
    ]),
  ),
};

/** Runs a command in a folder, and gives what it printed; rejects with all of that if it fails. */
export async function command(
  directory: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const options = {
      cwd: directory,
      env: { ...shellEnv, ...env },
      maxBuffer: 2 ** 28,
      shell: process.platform === 'win32',
    };
    const { stdout, stderr } = await run(program, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** The path of a shell that has the pnpm which package.json pins, as npx makes it. */
const path = command(workspace, [
  'npx',
  '--yes',
  `--package=${packageManager}`,
  'node',
  '--print',
  'process.env.PATH',
]);

/** Runs that pnpm. In a folder whose registry is another one, npx would look for it there. */
export async function pnpm(
  directory: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return command(directory, ['pnpm', ...args], { ...env, PATH: (await path).trim() });
}
