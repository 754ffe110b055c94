import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { canRunHere, runHere } from './run-here.js';

/** What a process that hangs may take: it does not outlive its test for long. */
const maxMs = 110_000;

const built = fileURLToPath(new URL('../../bin/rlm.mjs', import.meta.url));

/** What a process came to. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a process gets beside its arguments. */
export interface RunOptions {
  /** Called whenever stderr tells something, with all that it has told. */
  readonly whileRunning?: ((child: ChildProcess, stderr: string) => void) | undefined;
  readonly environment?: Readonly<NodeJS.ProcessEnv> | undefined;
  /** What stdin gives. Default: nothing, at once. */
  readonly input?: string | undefined;
  /** The file of the command. Default: the one that was built here. */
  readonly command?: string | undefined;
  /** Whether it needs a process of its own, as it always gets one for what only a process can show. */
  readonly isApart?: boolean | undefined;
}

/** The environment of a user whose home is this folder. */
export const homeAt = (home: string): Readonly<Record<string, string>> => ({
  HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CONFIG_HOME: join(home, 'config'),
});

/** Where a user with this home has runs. */
export const runsBelow = (home: string): string => join(home, 'state', 'rlm', 'runs');

/** The home of a test that needs none of its own: never that of whoever runs the tests. */
const anyHome = mkdtempSync(join(tmpdir(), 'rlm-home-'));
process.once('exit', () => {
  rmSync(anyHome, { recursive: true, force: true });
});

/** What a child has of this process: where programs are, and what interpreters keep. */
export const inherited: Readonly<NodeJS.ProcessEnv> = {
  PATH: process.env['PATH'],
  XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
  ...homeAt(anyHome),
};

/**
 * Runs the command in a folder, to its end. It runs in this process if nothing asks for one of its own: starting one
 * takes most of the time of a short command.
 */
export function runCommand(
  folder: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const { whileRunning, environment = { RLM_API_KEY: 'none' }, input, command, isApart } = options;
  const env = { ...inherited, ...environment };
  const isSimple = whileRunning === undefined && command === undefined;
  if (isSimple && isApart !== true && canRunHere()) return runHere(folder, args, env, input);
  return runApart(folder, args, { ...options, environment: env });
}

/** Runs the built command in a process of its own. */
function runApart(
  folder: string,
  args: readonly string[],
  { whileRunning, environment, input = '', command = built }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: environment,
      timeout: maxMs,
      killSignal: 'SIGKILL',
    });
    child.stdin.on('error', () => undefined).end(input);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      whileRunning?.(child, stderr);
    });
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

const together = fileURLToPath(new URL('together.mjs', import.meta.url));

/**
 * Runs commands one after the other in one process of their own, which is not this one: for what a process finds out once
 * for all of its runs. `RLM_CLI=apart` gives each a process.
 */
export async function runTogether(
  folder: string,
  lines: readonly (readonly string[])[],
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<readonly Ended[]> {
  const env = { ...inherited, ...environment };
  if (process.env['RLM_CLI'] === 'apart') {
    const ended: Ended[] = [];
    for (const args of lines) ended.push(await runApart(folder, args, { environment: env }));
    return ended;
  }
  const command = together;
  const all = await runApart(folder, [JSON.stringify(lines)], { environment: env, command });
  if (all.code !== 0) throw new Error(all.stderr);
  return JSON.parse(all.stdout) as readonly Ended[];
}
