import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a package keeps what its suites measured, below its own folder. */
const folder = join('reports', 'promise');

/**
 * Writes what a suite has measured, in place of what it wrote before.
 *
 * @param {string} suite A name for a file, its own in the package.
 * @param {readonly import('./promise.js').MeasuredCase[]} cases
 */
export function writeReport(suite, cases) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${suite}.json`), JSON.stringify(cases, null, 1));
}

/**
 * What the suites of a package have measured.
 *
 * @param {string} packageFolder
 * @returns {import('./promise.js').MeasuredCase[]}
 */
export function readReports(packageFolder) {
  const reports = join(packageFolder, folder);
  return filesIn(reports)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(reports, file), 'utf8')));
}

/**
 * Removes what the suites of a package have measured: what a suite left that is no more must not count.
 *
 * @param {string} packageFolder
 */
export function removeReports(packageFolder) {
  rmSync(join(packageFolder, folder), { recursive: true, force: true });
}

/** @param {string} directory */
function filesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return []; // No suite of this package measures.
  }
}
