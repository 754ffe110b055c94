/**
 * Runs every check, whatever fails on the way. Its end says what was skipped and why, what failed and why, and how many:
 * `N passed, N failed, N skipped`. A test counts one, and so does every other task. With arguments, turbo runs these instead:
 *
 *   node tooling/scripts/bootstrap.mjs node tooling/scripts/test.mjs test --filter=@rlm/runner
 */
import { spawnSync } from 'node:child_process';
import { countRun, removeReports } from './count-run.mjs';

/** One test of 12,000 may meet a time limit on a busy machine: so few failures get a second chance, and are listed. */
const maxUnsteady = 3;

const root = process.cwd();
const started = performance.now();
const args = process.argv.slice(2);

/** Runs turbo, and counts what it did. */
function run(...what) {
  removeReports(root);
  const options = ['run', '--continue', '--summarize', '--output-logs=hash-only', ...what];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('turbo', options, { cwd: root, shell, stdio: 'inherit' });
  return countRun(root, status);
}

const failuresOf = (counts) => counts.flatMap(({ failures }) => failures);
const titleOf = (failure) => failure.split('\n')[0];

function print(heading, items) {
  if (items.length > 0) console.log(`\n${heading}:`);
  for (const item of items) console.log(`  ${item}`);
}

// What is built comes first: the tests that wait for all packages are the longest, and would be alone at the end.
const built = args.length > 0 ? [] : run('build', 'lint', 'typecheck', 'dead-code', 'format:check');
const tests = args.length > 0 ? args : ['test', 'pack:check'];
let counts = run(...tests);
const first = failuresOf(counts);
// Turbo knows what has passed, and runs only the rest again.
const isFew = first.length > 0 && first.length <= maxUnsteady && failuresOf(built).length === 0;
if (isFew) counts = run('--concurrency=1', ...tests);
const again = new Set(failuresOf(counts).map(titleOf));

const total = [...built, ...counts];
const passed = total.reduce((sum, count) => sum + count.passed, 0);
const failures = failuresOf(total);
const skips = total.flatMap((count) => count.skips);
const times = (reason) => skips.filter((other) => other === reason).length;
const reasons = [...new Set(skips)].map((reason) => `${times(reason)} x ${reason}`);
const unsteady = first.filter((failure) => !again.has(titleOf(failure)));
print('Skipped', reasons);
print('Unsteady (failed at first, passed when run again)', unsteady);
print('Failed', failures);
console.log(`\nEvery check took ${Math.round((performance.now() - started) / 1000)} s.`);
console.log(`${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
if (failures.length > 0 || passed === 0) process.exitCode = 1;
