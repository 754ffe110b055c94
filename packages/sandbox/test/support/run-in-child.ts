import { spawn } from 'node:child_process';

import type { SandboxLimits } from '../../src/index.js';
import { bundleHost } from './bundle-host.mjs';

/** A cell that may end the process that runs it. */
interface DeadlyCell {
  readonly code: string;
  readonly limits?: Partial<SandboxLimits>;
  readonly timeoutMs?: number;
  /** What is asked of the session afterwards; default: a cell that prints. */
  readonly then?: 'variables' | 'get';
}

/** What became of the child, and of the cell if the child lived to tell. */
interface DeadlyEnd {
  /** Exit code or signal, and the end of what it wrote to stderr. */
  readonly ended: string;
  readonly outcome?: string;
  readonly error?: string;
  readonly stdout?: string;
  /** Whether the session did afterwards what it was asked. */
  readonly works?: boolean;
  /** The figures that are over what docs/security.md promises. */
  readonly broken?: readonly string[];
}

/** Hosts in processes of their own: one bundle, a process for every cell. */
export interface ChildHost {
  run(cell: DeadlyCell): Promise<DeadlyEnd>;
  remove(): Promise<void>;
}

/** Prepares hosts whose sessions come from `expression`, an export of `entry` called. */
export async function prepareChild(entry: string, expression: string): Promise<ChildHost> {
  const { file, remove } = await bundleHost(hostSource(entry, expression));
  return { run: (cell) => runHost(file, cell), remove };
}

function hostSource(entry: string, expression: string): string {
  return `import * as backends from ${JSON.stringify(entry)};
import { brokenFigures, measureHost, promisedLimits } from '@rlm/config/measure-host';
const { code, limits, timeoutMs = 20_000, then } = JSON.parse(process.argv[2]);
const hostile = { toString() { throw this }, get message() { throw this } };
const functions = {
  llm_query: async (prompt) => 're:' + String(prompt).length,
  echo: (value) => value,
  page: () => 'x'.repeat(1_000_000),
  hostile: () => { throw hostile },
  hostile_value: () => ({ toJSON() { throw hostile } }),
  hostile_then: () => ({ get then() { throw hostile } }),
};
let told;
const limitsOfHost = promisedLimits(1024 ** 3);
const figures = await measureHost(limitsOfHost, async (inTime) => {
  const session = await backends.${expression}.open({ functions, limits });
  await session.execute('kept = 123');
  const value = await inTime(timeoutMs, () => session.execute(code, { timeoutMs }));
  const ask = {
    variables: async () => Array.isArray(await session.variables()),
    get: async () => (await session.get('value', { timeoutMs }), true),
  };
  const print = async () => (await session.execute('print(6 * 7)')).stdout === '42\\n';
  let works = false;
  try {
    works = await (then === undefined ? print() : ask[then]());
  } catch (error) {
    works = String(error.code);
  }
  await inTime(0, () => session.close());
  told = {
    outcome: value.outcome,
    error: value.error === undefined ? '' : value.error.type + ': ' + value.error.message.slice(0, 500),
    stdout: value.stdout.slice(0, 500),
    works,
  };
});
const broken = brokenFigures(figures, limitsOfHost).map((name) => name + ': ' + figures[name]);
process.stdout.write(JSON.stringify({ ...told, broken }));`;
}

function runHost(file: string, cell: DeadlyCell): Promise<DeadlyEnd> {
  const child = spawn(process.execPath, [file, JSON.stringify(cell)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: import.meta.dirname,
  });
  let told = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-500)));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const ended = code === 0 ? 'well' : `${String(signal ?? code)}: ${said}`;
      resolve({ ended, ...(told === '' ? {} : (JSON.parse(told) as object)) });
    });
  });
}
