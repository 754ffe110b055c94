import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { type OptionRule, rule } from '@rlm/repl-types/options';

import { unavailable } from '../host/unavailable.js';
import { SilentStart } from './child.js';
import { findCommand } from './find-command.js';

/** The rule for the option `node` of a backend. */
export const nodeRule: OptionRule = rule(
  'the absolute path of a Node.js',
  (value) => typeof value === 'string' && isAbsolute(value),
);

/** The program whose processes are children. */
export interface Runtime {
  readonly path: string;
  /** Whether it is Bun, which has other options, and smaller stacks. */
  readonly isBun: boolean;
}

/**
 * The runtime whose processes are children: the Node.js that a user has named, or the one that runs this program.
 *
 * @throws SandboxError `backend_unavailable` if there is none: in a single executable, or in an application's shell,
 *   `process.execPath` is the application
 */
export function findRuntime(backend: string, named: string | undefined): Runtime {
  if (named !== undefined) {
    const path = findCommand(named);
    if (path !== undefined) return { path, isBun: false };
    throw unavailable(
      `${backend}() cannot start ${named}: ${whyNoProgram(named)}`,
      advice(backend),
    );
  }
  const why = whyNotThisOne();
  if (why === undefined) {
    return { path: process.execPath, isBun: process.versions['bun'] !== undefined };
  }
  throw unavailable(
    `${backend}() needs a Node.js for the processes of its sessions, and ${why}`,
    advice(backend),
  );
}

function advice(backend: string): string {
  return `name a Node.js of version 20.19 or later: ${backend}({ node: '/usr/bin/node' })`;
}

function whyNoProgram(path: string): string {
  if (!existsSync(path)) return 'there is no such program';
  return statSync(path).isDirectory() ? 'it is a folder' : 'this user may not execute it';
}

/** Paths of programs in which a child has been ready: whatever ends a later one at its start, they are right. */
const proven = new Set<string>();

/**
 * Has a child start in a runtime; says of one that never had a child, and whose process sends nothing, that it is no Node.js.
 *
 * @throws SandboxError `backend_unavailable` if so; else what `start` rejects with
 */
export async function startIn<Started>(
  { path }: Runtime,
  backend: string,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    const started = await start();
    proven.add(path);
    return started;
  } catch (error) {
    if (proven.has(path) || !(error instanceof SilentStart)) throw error;
    const found = `${backend}() cannot use ${path} as a Node.js: ${error.found}`;
    throw unavailable(found, advice(backend), error);
  }
}

/** Why the program that runs this cannot be started again as a Node.js; undefined if it can. */
function whyNotThisOne(): string | undefined {
  const { versions } = process;
  for (const name of ['electron', 'deno', 'nw'] as const) {
    if (versions[name] !== undefined) return `${name} is not one`;
  }
  const { Bun } = globalThis as { Bun?: { readonly isStandaloneExecutable?: boolean } };
  const sea = process.getBuiltinModule('node:sea') as { isSea?: () => boolean } | undefined;
  return Bun?.isStandaloneExecutable === true || sea?.isSea?.() === true
    ? 'this program is a single executable'
    : undefined;
}
