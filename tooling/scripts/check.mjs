/**
 * Runs every check of the workspace, whatever fails on the way, and ends with one line that counts
 * them: `N passed, N failed, N skipped`. A test counts one, and so does every other task.
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeReports } from '../config/promise/promise.js';
import { countTests } from './count-tests.mjs';
import { measuredPromise, packageFolders } from './measured-promise.mjs';
import { failedFiles, maxAgain, passAlone } from './run-again.mjs';
import { runTasks } from './run-tasks.mjs';
import { workspace } from './run.mjs';
import { testReports } from './test-reports.mjs';

const started = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** @type {Map<string, number>} */
const skips = new Map();

/** @param {string} name @param {boolean} passed */
function count(name, passed) {
  total[passed ? 'passed' : 'failed'] += 1;
  if (!passed) failures.push(name);
}

// A report that a crashed run left behind must not count for this one; turbo restores cached ones.
for (const { file } of testReports()) rmSync(file);
for (const folder of packageFolders()) removeReports(folder);
const summaries = join(workspace, '.turbo', 'runs');
rmSync(summaries, { recursive: true, force: true });

// What is built comes first: the tests that wait for all packages are the longest, and would be alone at the end.
const planned = new Set([
  ...(await runTasks(['build', 'lint', 'typecheck', 'dead-code', 'format:check'])),
  ...(await runTasks(['test', 'pack:check', 'docs'])),
]);

const testFailures = new Set();
/** @type {string[]} Failed beside other tests, and passed alone. */
const unsteady = [];
const reports = testReports().map(({ name, file }) => {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return { name, file, tests: countTests(report), failed: failedFiles(report) };
});
const failedTests = reports.reduce((sum, { tests }) => sum + tests.failures.length, 0);
for (const { name, file, tests, failed } of reports) {
  total.passed += tests.passed;
  total.skipped += tests.skips.length;
  const again = failed.length > 0 && failedTests <= maxAgain && passAlone(file, failed);
  for (const title of tests.failures) {
    count(`${name}: ${title}`, again);
    if (again) unsteady.push(`${name}: ${title}`);
    testFailures.add(name);
  }
  for (const reason of tests.skips) {
    const key = `${name}: ${reason}`;
    skips.set(key, (skips.get(key) ?? 0) + 1);
  }
}

const summed = new Set();
// Turbo writes none where it is stopped before it has begun.
for (const file of existsSync(summaries) ? readdirSync(summaries) : []) {
  for (const { taskId, task, execution } of JSON.parse(readFileSync(join(summaries, file), 'utf8'))
    .tasks) {
    if (task === 'transit' || summed.has(taskId)) continue;
    summed.add(taskId);
    const passed = execution?.exitCode === 0;
    const counted = task === 'test' && (passed || testFailures.has(taskId.split('#')[0]));
    if (!counted) count(taskId, passed);
  }
}
for (const id of planned) if (!summed.has(id)) count(`${id}: did not run to its end`, false);

console.log(
  `\nThe promise of docs/security.md, as its suites measured it:\n${measuredPromise().table}`,
);
if (skips.size > 0) console.log('\nSkipped:');
for (const [reason, times] of skips) console.log(`  ${times} x ${reason}`);
if (unsteady.length > 0) console.log('\nUnsteady (failed at first, passed when run again alone):');
for (const title of unsteady) console.log(`  ${title}`);
if (failures.length > 0) console.log('\nFailed:');
for (const failure of failures) console.log(`  ${failure}`);
console.log(`\nEvery check took ${Math.round((performance.now() - started) / 1000)} s.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
