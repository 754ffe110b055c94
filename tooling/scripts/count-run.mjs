import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const report = 'reports/vitest.json';
const summaries = '.turbo/runs';

/** Removes what an earlier run wrote, which must not count for the next one; turbo brings back what it knows. */
export function removeReports(root) {
  rmSync(join(root, summaries), { recursive: true, force: true });
  for (const group of ['packages', 'apps', 'tooling']) {
    for (const name of readdirSync(join(root, group))) {
      rmSync(join(root, group, name, report), { force: true });
    }
  }
}

/**
 * Counts the tests and the other tasks of the last run of turbo, which was given `--summarize` and ended with `status`. Each task
 * has the number of what `passed`, its `failures` (the first line says what failed, the others why), and the reasons of its `skips`.
 *
 * @returns {{ passed: number, failures: string[], skips: string[] }[]}
 */
export function countRun(root, status) {
  const folder = join(root, summaries);
  const [file = 'none'] = existsSync(folder) ? readdirSync(folder) : [];
  const { tasks = [], execution = {} } = readJson(join(folder, file)) ?? {};
  const counts = tasks
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map((task) => countTask(root, task));
  const { attempted = 0, success = 0, cached = 0, failed = 0 } = execution;
  const unfinished = attempted - success - cached - failed;
  // It was stopped on the way, or it could not begin.
  if (unfinished > 0 || (status !== 0 && counts.every(({ failures }) => failures.length === 0))) {
    const ended = `turbo ended with ${status ?? 'a signal'}`;
    counts.push(failure(`${ended}; tasks that did not end: ${unfinished}`));
  }
  return counts;
}

const failure = (text) => ({ passed: 0, failures: [text], skips: [] });

function countTask(root, { taskId, task, directory, logFile = 'no log', execution }) {
  const hasPassed = execution?.exitCode === 0;
  const log = lastLines(join(root, logFile));
  if (task !== 'test') {
    return hasPassed ? { passed: 1, failures: [], skips: [] } : failure(`${taskId} failed${log}`);
  }
  const files = readJson(join(root, directory, report))?.testResults;
  if (files === undefined) return failure(`${taskId} wrote no report${log}`);
  const { passed, failures, skips } = countTests(files);
  // A worker that crashes, or an error that nobody catches, fails no test.
  const isTold = files
    .flatMap((file) => [file, ...file.assertionResults])
    .some(({ status }) => status === 'failed');
  if (!hasPassed && !isTold) failures.push(`failed outside of its tests${log}`);
  const ofPackage = (text) => `${taskId.split('#')[0]}: ${text}`;
  return { passed, failures: failures.map(ofPackage), skips: skips.map(ofPackage) };
}

function countTests(files) {
  const count = { passed: 0, failures: [], skips: [] };
  for (const { name, status, message, assertionResults } of files) {
    // A file that fails while it loads, or in a hook of its own, has no failed test.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) {
      count.failures.push(`${name}${firstLines(message)}`);
    }
    for (const { fullName, status, failureMessages = [], meta } of assertionResults) {
      const reason = reasonIn(fullName) ?? meta?.skipReason?.trim();
      if (status === 'passed') count.passed += 1;
      else if (status === 'failed')
        count.failures.push(`${fullName}${firstLines(failureMessages.join('\n'))}`);
      else if (reason) count.skips.push(reason);
      else count.failures.push(`skipped without a reason: ${fullName}`);
    }
  }
  return count;
}

/** Why a test was skipped, if its title says so: `(skipped: the reason)`. */
const reasonIn = (title) => /\(skipped: ((?:[^()]|\([^()]*\))+)\)/.exec(title)?.[1]?.trim();

/** What a file holds, if it is there and whole. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The beginning of a message, without the lines of its stack that name no test. */
function firstLines(message) {
  const isKept = (line) => !/^\s+at /.test(line) || line.includes('.test.ts');
  return indent(linesOf(message).filter(isKept).slice(0, 12));
}

/** The end of a log, if turbo kept one. */
const lastLines = (file) =>
  existsSync(file) ? indent(linesOf(readFileSync(file, 'utf8')).slice(-30)) : '';

const linesOf = (text) => stripVTControlCharacters(text).trimEnd().split('\n');
const indent = (lines) => lines.map((line) => `\n      ${line.slice(0, 300)}`).join('');
