/**
 * Type-checks a program that imports every entry of every package, strictly and with the declarations, with each version of
 * TypeScript in the table of docs/runtimes.md, and ends with 1 if a cell says something else. Needs the registry; takes a minute
 * or two. `pnpm compilers 5.9` takes the rows whose name contains "5.9".
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeProject, packagesFolder } from './project.mjs';
import { readTable } from './runtimes-table.mjs';

/** By column: the options, and the files that hold the program. @type {Readonly<Record<string, readonly [string[], string[]]>>} */
const resolutions = {
  nodenext: [
    ['--module', 'nodenext'],
    ['all.mts', 'all.cts'],
  ],
  bundler: [['--module', 'esnext', '--moduleResolution', 'bundler'], ['all.ts']],
};
const strictly = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022'];
const platform = ['--lib', 'es2022,dom'];

const names = readdirSync(packagesFolder);
const entries = names.flatMap((name) => {
  const manifest = readFileSync(join(packagesFolder, name, 'package.json'), 'utf8');
  const { exports } = /** @type {{ exports: Record<string, unknown> }} */ (JSON.parse(manifest));
  return Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => `@rlm/${name}${entry.slice(1)}`);
});
const program = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);

const wanted = process.argv[2] ?? '';
const { header, rows } = readTable('compiler');
const project = makeProject(names);
let differences = 0;
try {
  for (const [compiler = '', ...claims] of rows) {
    if (!compiler.includes(wanted)) continue;
    project.install([compiler.toLowerCase().replace(' ', '@')]);
    for (const [index, cell] of header.slice(1).entries()) {
      const [options, files] = resolutions[cell.replaceAll('`', '')] ?? [[], []];
      for (const file of files) project.write(file, program.join('\n'));
      const { ok, text } = project.run(join(project.directory, 'node_modules/.bin/tsc'), [
        ...strictly,
        ...platform,
        ...options,
        ...files,
      ]);
      const found = ok ? 'compiles' : 'no';
      const isSame = found === claims[index];
      if (!isSame) differences += 1;
      const why = ok ? '' : `\n${text.slice(0, 1_000)}`;
      console.log(`${compiler}, ${cell}: ${found}${isSame ? '' : '; the table differs'}${why}`);
    }
  }
} finally {
  project.remove();
}
if (differences > 0) process.exitCode = 1;
