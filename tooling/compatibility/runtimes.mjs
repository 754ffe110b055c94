/**
 * Runs the conformance suite of every backend that comes from the npm registry in every runtime of the table in
 * docs/runtimes.md, and one run of each loop. Ends with 1 where the table says something else. Needs the registry and x86-64
 * Linux; takes some minutes. `pnpm runtimes deno` takes the rows whose name contains "deno", `pnpm runtimes deno loops` one cell.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { makeProject, packagesFolder, pinned, verdict } from './project.mjs';
import { readTable } from './runtimes-table.mjs';

const [wanted = '', wantedColumn = ''] = process.argv.slice(2).map((word) => word.toLowerCase());
const { header, rows } = readTable('runtime');
const columns = header.slice(1).map((cell) => cell.replaceAll(/[`()]/g, ''));

const engines = ['quickjs-wasi', 'pyodide'];
const project = makeProject(readdirSync(packagesFolder));
let differences = 0;
try {
  project.install(engines.map((name) => `${name}@${pinned(name)}`));
  for (const [runtime = '', ...claims] of rows) {
    if (!runtime.toLowerCase().includes(wanted)) continue;
    const command = commandOf(runtime);
    for (const [index, column] of columns.entries()) {
      if (!column.includes(wantedColumn)) continue;
      const claim = claims[index] ?? '';
      const found =
        column === 'loops' ? loopsIn(command) : verdict(project.conformance(column, { command }));
      const isSame = agrees(claim, found);
      if (!isSame) differences += 1;
      console.log(`${runtime}, ${column}: ${found}${isSame ? '' : `; the table says: ${claim}`}`);
    }
  }
} finally {
  project.remove();
}
if (differences > 0) process.exitCode = 1;

/** Runs loops.mjs. @param {readonly string[]} command */
function loopsIn([program = '', ...args]) {
  const { ok, text } = project.run(program, [...args, 'loops.mjs']);
  return ok && text.includes('answers: 2 Hello.') ? 'passes' : `no: ${text.slice(-300)}`;
}

/** If a cell says what was found: `all but 1` is what a suite has of which one case fails. @param {string} claim @param {string} found */
function agrees(claim, found) {
  const [, failing] = /^all but (\d+)$/.exec(claim) ?? [];
  if (failing !== undefined) return found.startsWith(`no: ${failing} of `);
  return claim === 'no' ? found.startsWith('no') : found === claim;
}

/** Installs a runtime (`Node.js 22.23.3`, `Deno 2.9.6`), and gives the command that runs a script. @param {string} runtime */
function commandOf(runtime) {
  const [name = '', version = ''] = runtime.toLowerCase().split(' ');
  const modules = join(project.directory, 'node_modules');
  if (name === 'node.js') {
    const platform = `node-${process.platform}-${process.arch}`;
    project.install([`${platform}@${version}`]);
    return [join(modules, platform, 'bin/node')];
  }
  project.install([`${name}@${version}`]);
  const program = join(modules, '.bin', name);
  return name === 'deno' ? [program, 'run', '--allow-all'] : [program];
}
