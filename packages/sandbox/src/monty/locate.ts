import { findInstalled, type InstalledFile } from '../host/find-installed.js';

/** Version of the worker that this backend speaks with; snapshots belong to it. */
export const montyVersion = '0.0.23';

/** The program of the optional peer dependency, for x86-64 Linux with glibc. */
const worker: InstalledFile = {
  backend: 'monty()',
  specifier: '@pydantic/monty-linux-x64-gnu/monty',
  install: `npm install @pydantic/monty-linux-x64-gnu@${montyVersion} (x86-64 Linux with glibc; elsewhere use pyodide())`,
  option: "pass the program, monty({ worker: '/path/of/monty' })",
};

/**
 * The path of the installed worker.
 *
 * @throws SandboxError `backend_unavailable`: what it looked for, where, and what to do
 */
export function locateWorker(): string {
  return findInstalled(worker);
}
