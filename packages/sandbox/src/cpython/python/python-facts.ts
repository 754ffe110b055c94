/// <reference path="../../inline.d.ts" />
import factsSource from 'inline:./facts.py';
import { execFile, type ExecFileException, type ExecFileOptions } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { promisify } from 'node:util';

import { messageOf } from '@rlm/repl-types/internal';

import { findCommand } from '../../process/find-command.js';
import { saying, tellingLine } from '../../process/telling-line.js';
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
    const interpreter = (await ask(path, 'import sys; print(sys.executable)')).trim();
    if (!isAbsolute(interpreter)) throw new Error('it does not say where its interpreter is');
    const found = JSON.parse(await ask(interpreter, factsSource, { env: {} })) as PythonFacts;
    const packages = found.packages.filter((folder) => !isOrHoldsOwn(folder));
    const facts = { ...found, packages };
    const [major, minor] = facts.version;
    if (major === 3 && minor >= 9) return { ok: true, facts };
    return { ok: false, reason: `${path} is Python ${facts.version.join('.')}`, hint };
  } catch (error) {
    return { ok: false, reason: `${path} cannot be used: ${messageOf(error)}`, hint };
  }
}

/** What a Python prints. Rejects with how it ended, if that is not well: an error of Node.js quotes the whole source. */
async function ask(program: string, source: string, options: ExecFileOptions = {}) {
  try {
    const { stdout } = await run(program, ['-I', '-c', source], { timeout, ...options });
    return String(stdout);
  } catch (error) {
    const { stderr = '' } = error as Partial<ExecFileException>;
    const how = howItEnded(error as Partial<ExecFileException>);
    throw new Error(saying(`${program} ${how}`, tellingLine(stderr)), { cause: error });
  }
}

function howItEnded({ code, signal, killed = false }: Partial<ExecFileException>): string {
  if (killed) return `gave no answer within ${timeout} ms`;
  if (signal) return `was ended by ${signal}`;
  return typeof code === 'number' ? `exited with code ${code}` : `could not be run (${code})`;
}
