/**
 * Runs the tests that look for an installed command once more, with that command out of the path, as on
 * a machine that lacks it: they must pass or be skipped with a reason. Or any other command, on such a path:
 *
 *   node tooling/scripts/without-command.mjs bwrap [python3 …]
 *   node tooling/scripts/without-command.mjs bwrap redis-server -- npm test
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { countTests } from './count-tests.mjs';
import { workspace } from './run.mjs';

const args = process.argv.slice(2);
const end = args.indexOf('--');
const hidden = new Set(end === -1 ? args : args.slice(0, end));
const [command, ...commandArgs] = end === -1 ? [] : args.slice(end + 1);
if (hidden.size === 0) throw new Error('expected the commands to hide, as in: bwrap python3');

const folder = mkdtempSync(join(tmpdir(), 'rlm-path-'));
try {
  const env = { ...process.env, PATH: pathWithout() };
  if (command === undefined) runTestsThatLook(env);
  else process.exitCode = spawnSync(command, commandArgs, { env, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {NodeJS.ProcessEnv} env */
function runTestsThatLook(env) {
  for (const name of ['sandbox', 'runner']) runTestsOf(join(workspace, 'packages', name), env);
}

/** @param {string} directory @param {NodeJS.ProcessEnv} env */
function runTestsOf(directory, env) {
  const report = join(directory, 'reports', 'vitest.json');
  rmSync(report, { force: true });
  const vitest = join(directory, 'node_modules', '.bin', 'vitest');
  spawnSync(vitest, ['run', ...testsThatLook(directory)], {
    cwd: directory,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { passed, failures, skips } = countTests(JSON.parse(readFileSync(report, 'utf8')));
  for (const reason of new Set(skips)) console.log(`  skipped: ${reason}`);
  for (const failure of failures) console.log(`  failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
  if (failures.length > 0 || skips.length === 0) process.exitCode = 1;
}

/** The test files of a package in which the backend occurs that needs installed commands. @param {string} directory */
function testsThatLook(directory) {
  return readdirSync(join(directory, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.heavy)\.test\.ts$/.test(file))
    .filter((file) => readFileSync(join(directory, 'test', file), 'utf8').includes('cpython'))
    .map((file) => join('test', file));
}

/** A path of folders like those of today's, with links to everything but the hidden commands. */
function pathWithout() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map((source, index) => {
      const target = join(folder, String(index));
      mkdirSync(target);
      for (const name of namesIn(source)) {
        if (hidden.has(name)) continue;
        symlinkSync(realpathSync(join(source, name)), join(target, name));
      }
      return target;
    })
    .join(delimiter);
}

/** @param {string} source */
function namesIn(source) {
  try {
    return readdirSync(source);
  } catch {
    return []; // A folder of the path that does not exist.
  }
}
