/// <reference path="../../inline.d.ts" />
import factsSource from 'inline:./facts.py';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { findCommand } from '../../os/find-command.js';

const run = promisify(execFile);

/** The facts about a Python that isolating it requires. */
export interface PythonFacts {
  readonly version: readonly [major: number, minor: number, micro: number];
  /** The interpreter itself: no link, no launcher. */
  readonly executable: string;
  /** Folders of the standard library. */
  readonly standardLibrary: readonly string[];
  /** Folders that its shared libraries were loaded from. */
  readonly libraries: readonly string[];
  /** Folders of installed packages, in the order of `sys.path`. */
  readonly packages: readonly string[];
}

/** Facts, or why there are none. */
export type PythonLookup =
  | { readonly ok: true; readonly facts: PythonFacts }
  | { readonly ok: false; readonly reason: string; readonly hint: string };

const hint = 'install Python 3.9 or later, or name one: cpython({ python: "/usr/bin/python3" })';

/** Asks a Python (a command or a path) about itself. Never rejects. */
export async function lookUpPython(command: string): Promise<PythonLookup> {
  const path = findCommand(command);
  if (path === undefined) return { ok: false, reason: `there is no command ${command}`, hint };
  try {
    const { stdout } = await run(path, ['-I', '-c', factsSource], { timeout: 20_000 });
    const facts = JSON.parse(stdout) as PythonFacts;
    const [major, minor] = facts.version;
    if (major === 3 && minor >= 9) return { ok: true, facts };
    return { ok: false, reason: `${path} is Python ${facts.version.join('.')}`, hint };
  } catch (error) {
    return { ok: false, reason: `${path} could not be run: ${String(error)}`, hint };
  }
}
