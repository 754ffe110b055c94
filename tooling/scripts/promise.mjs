/**
 * Prints the table of the promise in docs/security.md: for each backend the worst case of each figure that the hostile suites
 * measured when they last ran, beside its bound. Exits 1 where one is broken, or where nothing was measured.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { brokenIn, readReports, renderTable } from '../config/promise/promise.js';
import { workspace } from './run.mjs';

const packages = join(workspace, 'packages');
const cases = readdirSync(packages).flatMap((name) => readReports(join(packages, name)));
if (cases.length === 0) {
  console.log('Nothing was measured yet: the tests of the packages do (`pnpm unit`).');
  process.exit(1);
}
console.log(renderTable(cases));
const broken = brokenIn(cases);
for (const line of broken) console.log(`Broken: ${line}`);
if (broken.length > 0) process.exitCode = 1;
