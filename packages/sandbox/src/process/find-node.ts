import { isAbsolute } from 'node:path';

import { type OptionRule, rule } from '@rlm/repl-types/options';

import { unavailable } from '../host/unavailable.js';
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
      `${backend}() cannot start ${named}: there is no such program`,
      "name a Node.js: node: '/usr/bin/node'",
    );
  }
  const why = whyNotThisOne();
  if (why === undefined) {
    return { path: process.execPath, isBun: process.versions['bun'] !== undefined };
  }
  throw unavailable(
    `${backend}() needs a Node.js for the processes of its sessions, and ${why}`,
    `name an installed one: ${backend}({ node: '/usr/bin/node' })`,
  );
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
