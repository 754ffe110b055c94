/// <reference path="../../inline.d.ts" />
import factsSource from 'inline:./facts.py';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { findCommand } from '../../process/find-command.js';
import { isOrHoldsOwn } from '../../process/walls/program-libraries.js';

const run = promisify(execFile);

/** The facts about a Python that isolating it requires. */
interface PythonFacts {
  readonly version: readonly [major: number, minor: number, micro: number];
  /** The interpreter itself: no link, no launcher. */
  readonly executable: string;
  /** Folders of the standard library. */
  readonly standardLibrary: readonly string[];
  /** Its shared libraries, as far as those of the standard library load them: files. */
  readonly libraries: readonly string[];
  /** Folders of installed packages, in the order of `sys.path`: not the current folder, the home or the temporary folder. */
  readonly packages: readonly string[];
}

/** Facts, or why there are none. */
export type PythonLookup =
  | { readonly ok: true; readonly facts: PythonFacts }
  | { readonly ok: false; readonly reason: string; readonly hint: string };

const timeout = 20_000;
const hint = 'install Python 3.9 or later, or name one: cpython({ python: "/usr/bin/python3" })';

/** Asks a Python (a command or a path) about itself. Never rejects. */
export async function lookUpPython(command: string): Promise<PythonLookup> {
  const path = findCommand(command);
  if (path === undefined) return { ok: false, reason: `there is no command ${command}`, hint };
  try {
    // A launcher may need the environment to find the interpreter, which is then asked without any.
    const launched = await run(path, ['-I', '-c', 'import sys; print(sys.executable)'], {
      timeout,
    });
    const interpreter = launched.stdout.trim();
    const { stdout } = await run(interpreter, ['-I', '-c', factsSource], { timeout, env: {} });
    const found = JSON.parse(stdout) as PythonFacts;
    const packages = found.packages.filter((folder) => !isOrHoldsOwn(folder));
    const facts = { ...found, packages };
    const [major, minor] = facts.version;
    if (major === 3 && minor >= 9) return { ok: true, facts };
    return { ok: false, reason: `${path} is Python ${facts.version.join('.')}`, hint };
  } catch (error) {
    return { ok: false, reason: `${path} could not be run: ${String(error)}`, hint };
  }
}
