import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startOpenAiServer, type OpenAiServer } from './models/openai-server.js';
import { endpoint } from './support/notes-folder.js';
import { inherited } from './support/run-command.js';

const built = fileURLToPath(new URL('../bin/rlm.mjs', import.meta.url));
const full = '/dev/full';

let folder = '';
/** The model of a batch, which never takes the planner. */
let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer(() => 'FINAL("Norvik")');
  folder = await mkdtemp(join(tmpdir(), 'rlm-unwritable-'));
  await writeFile(join(folder, 'a.txt'), 'The capital of Borealis is Norvik.');
  await writeFile(join(folder, 'questions.jsonl'), '"What is the capital of Borealis?"\n');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Written {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command with one of its outputs at a full device, or left by its reader (`left`). */
async function run(
  args: readonly string[],
  unwritable: 'stdout' | 'stderr',
  how: 'full' | 'left',
): Promise<Written> {
  const device = how === 'full' ? openSync(full, 'w') : undefined;
  const at = (name: 'stdout' | 'stderr') => (name === unwritable ? (device ?? 'pipe') : 'pipe');
  const model = args[0] === 'batch' ? endpoint(server) : [];
  const child = spawn(process.execPath, [built, ...args, ...model], {
    cwd: folder,
    env: { ...inherited, RLM_API_KEY: 'none' },
    stdio: ['pipe', at('stdout'), at('stderr')],
  });
  child.stdin?.on('error', () => undefined).end('What is the capital of Borealis?\n');
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  if (how === 'left') child[unwritable]?.destroy();
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (device !== undefined) closeSync(device);
  return { code, stdout, stderr };
}

const ask = ['ask', 'What is the capital of Borealis?', 'a.txt'];
const commands: readonly (readonly [words: string, args: readonly string[], answer: string])[] = [
  ['ask', ask, 'Norvik'],
  ['ask --json', [...ask, '--json'], 'Norvik'],
  ['ask --events', [...ask, '--events'], 'run-end'],
  ['chat', ['chat', 'a.txt'], 'Norvik'],
  ['batch', ['batch', 'questions.jsonl', 'a.txt'], 'Norvik'],
  ['batch --no-journal', ['batch', 'questions.jsonl', 'a.txt', '--no-journal'], 'Norvik'],
  ['--help', ['--help'], 'Usage'],
  ['show --help', ['show', '--help'], 'Usage'],
];

describe.skipIf(!existsSync(full))('an output that cannot be written to', () => {
  it.each(commands)('%s answers without stderr', async (_, args, answer) => {
    for (const how of ['full', 'left'] as const) {
      const { code, stdout } = await run(args, 'stderr', how);
      expect(stdout).toContain(answer);
      expect(code).toBe(0);
    }
  });

  it.each(commands)('%s says in one line that stdout is full', async (_, args) => {
    const { code, stderr } = await run(args, 'stdout', 'full');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('rlm: the answer cannot be written: ENOSPC');
    expect(stderr).not.toMatch(/^ {4}at .*js:\d/m);
    expect(code).toBe(1);
  });

  it.each(['full', 'left'] as const)(
    'keeps answer and events in files (stdout %s)',
    async (how) => {
      const kept = ['--events', '--output', `${how}.txt`, '--save', `${how}.jsonl`];
      const { code } = await run([...ask, ...kept], 'stdout', how);
      expect(await readFile(join(folder, `${how}.txt`), 'utf8')).toContain('Norvik');
      expect(await readFile(join(folder, `${how}.jsonl`), 'utf8')).toContain('run-end');
      expect(code).toBe(how === 'full' ? 1 : 0);
    },
  );

  it('interrupts a run whose events nobody reads, and says how to go on', async () => {
    const { stderr } = await run([...ask, '--events'], 'stdout', 'left');
    expect(stderr).toMatch(/^The run \w+ was interrupted, and is kept; to go on: .*resume/m);
  });

  it('takes a reader of stdout that leaves for no fault', async () => {
    const { code } = await run(['--help'], 'stdout', 'left');
    expect(code).toBe(0);
  });
});
