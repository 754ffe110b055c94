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

/** @param {readonly string[]} options What turbo runs, and how. */
function run(options) {
  removeReports(root);
  const always = ['run', '--continue', '--summarize', '--output-logs=hash-only'];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('turbo', [...always, ...options], {
    cwd: root,
    shell,
    stdio: 'inherit',
  });
  return countRun(root, status);
}

/** @param {ReadonlyMap<string, import('./count-run.mjs').Count>} counts */
const failuresOf = (counts) => [...counts.values()].flatMap(({ failures }) => failures);

/** The first line of a failure. @param {string} failure */
const titleOf = (failure) => failure.split('\n')[0];

/** @param {string} heading @param {readonly string[]} items */
function print(heading, items) {
  for (const [index, item] of items.entries())
    console.log(`${index > 0 ? '' : `\n${heading}:\n`}  ${item}`);
}

// What is built comes first: the tests that wait for all packages are the longest, and would be alone at the end.
const built =
  args.length > 0 ? new Map() : run(['build', 'lint', 'typecheck', 'dead-code', 'format:check']);
const tests = args.length > 0 ? args : ['test', 'pack:check'];
let counts = run(tests);
const first = failuresOf(counts);
// Turbo knows what has passed, and runs only the rest again.
const isFew = first.length > 0 && first.length <= maxUnsteady && failuresOf(built).length === 0;
if (isFew) counts = run(['--concurrency=1', ...tests]);
const again = new Set(failuresOf(counts).map(titleOf));

const total = new Map([...built, ...counts]);
const passed = [...total.values()].reduce((sum, count) => sum + count.passed, 0);
const failures = failuresOf(total);
const skips = [...total.values()].flatMap((count) => count.skips);
const times = (/** @type {string} */ reason) => skips.filter((other) => other === reason).length;
print(
  'Skipped',
  [...new Set(skips)].map((reason) => `${times(reason)} x ${reason}`),
);
print(
  'Unsteady (failed at first, passed when run again)',
  first.filter((failure) => !again.has(titleOf(failure))),
);
print('Failed', failures);
console.log(`\nEvery check took ${Math.round((performance.now() - started) / 1000)} s.`);
console.log(`${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
if (failures.length > 0 || passed === 0) process.exitCode = 1;
