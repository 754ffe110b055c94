/**
 * Runs the conformance suite of every backend that comes from the npm registry in every runtime of the table in
 * docs/runtimes.md, and ends with 1 where the table says something else. Needs the registry and x86-64 Linux; takes some
 * minutes. `pnpm runtimes deno` takes the rows whose name contains "deno".
 */
import { join } from 'node:path';

import { makeProject, pinned, verdict } from './project.mjs';
import { readRuntimesTable } from './runtimes-table.mjs';

const wanted = (process.argv[2] ?? '').toLowerCase();
const { header, rows } = readRuntimesTable();
const backends = header.slice(1).map((cell) => cell.replaceAll(/[`()]/g, ''));

const engines = ['quickjs-wasi', 'pyodide', '@pydantic/monty-linux-x64-gnu'];
const project = makeProject();
let differences = 0;
try {
  project.install(engines.map((name) => `${name}@${pinned(name)}`));
  for (const [runtime = '', ...claims] of rows) {
    if (!runtime.toLowerCase().includes(wanted)) continue;
    const command = commandOf(runtime);
    for (const [index, backend] of backends.entries()) {
      const claim = claims[index] ?? '';
      const found = verdict(project.conformance(backend, { command }));
      const isSame = claim === 'no' ? found.startsWith('no') : found === claim;
      if (!isSame) differences += 1;
      console.log(`${runtime}, ${backend}: ${found}${isSame ? '' : `; the table says: ${claim}`}`);
    }
  }
} finally {
  project.remove();
}
if (differences > 0) process.exitCode = 1;

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
