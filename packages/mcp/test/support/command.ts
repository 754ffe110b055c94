import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bundleScript } from '@rlm/config/bundle';
import { onTestFinished } from 'vitest';

import { clientWith } from './serve.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const external = [
  '@ai-sdk/openai-compatible',
  '@modelcontextprotocol/sdk',
  'pyodide',
  'quickjs-wasi',
  'undici',
];

/** The program of `bin/`, of its sources. */
const program = (): Promise<string> =>
  bundleScript(fileURLToPath(new URL('../../src/command/main.ts', import.meta.url)), {
    root,
    external,
  });

/** Nothing of this machine names a model, and what is kept lies in the test's folder. */
const environmentOf = (
  folder: string,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_STATE_HOME: `${folder}/state`,
  ...more,
});

/** Starts the command as an agent does, and gives what it says on stderr. */
export async function connectCommand(
  folder: string,
  args: readonly string[],
  {
    roots,
    env = {},
  }: {
    readonly roots?: readonly string[] | undefined;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly client: Client; readonly said: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await program(), ...args],
    cwd: folder,
    env: environmentOf(folder, env),
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const client = clientWith(roots);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, said: () => said };
}

/** A process of the command. */
export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

/** Starts the command in a terminal, so to speak. */
export async function startCommand(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedCommand> {
  const child = spawn(process.execPath, [await program(), ...args], {
    cwd: folder,
    env: environmentOf(folder, env),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<Awaited<StartedCommand['ended']>>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  return { child, ended };
}
