import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** What stdin gives. Default: nothing, at once. */
  readonly input?: string | undefined;
  /** The file of the command. Default: the one that was built here. */
  readonly command?: string | undefined;
}

/** What a child has of this process: where programs are, and where the key of the test's user is. */
export const inherited: Readonly<NodeJS.ProcessEnv> = {
  PATH: process.env['PATH'],
  XDG_STATE_HOME: process.env['XDG_STATE_HOME'],
};

/** Runs the command in a folder, to its end. */
export function runCommand(
  folder: string,
  args: readonly string[],
  {
    whileRunning,
    environment = { RLM_API_KEY: 'none' },
    input = '',
    command = built,
  }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: { ...inherited, ...environment },
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
