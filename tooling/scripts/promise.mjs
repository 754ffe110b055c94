/**
 * Prints the table of the promise in docs/security.md: for each backend the worst case of each figure that the hostile suites
 * measured when they last ran, beside its bound. Exits 1 where one is broken, or where nothing was measured.
 */
import { measuredPromise } from './measured-promise.mjs';

const { table, broken, isEmpty } = measuredPromise();
console.log(table);
for (const line of broken) console.log(`Broken: ${line}`);
if (broken.length > 0 || isEmpty) process.exitCode = 1;
