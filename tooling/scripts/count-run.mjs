import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const report = 'reports/vitest.json';
const summaries = '.turbo/runs';

/**
 * What a task did. The first line of a failure says what failed, the others why.
 *
 * @typedef {{ passed: number, failures: string[], skips: string[] }} Count
 * @typedef {{ status: string, fullName: string, failureMessages?: string[], meta?: { skipReason?: string } }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile
 * @typedef {{ taskId: string, task: string, command: string, directory: string, logFile?: string, execution?: { exitCode: number } }} Task
 */

/** Removes what an earlier run wrote, which must not count for the next one; turbo brings back what it knows. @param {string} root */
export function removeReports(root) {
  rmSync(join(root, summaries), { recursive: true, force: true });
  for (const group of ['packages', 'apps', 'tooling']) {
    for (const name of readdirSync(join(root, group))) {
      rmSync(join(root, group, name, report), { force: true });
    }
  }
}

const noSummary = { tasks: [], execution: { attempted: 0, success: 0, cached: 0, failed: 0 } };

/**
 * Counts the tests and the other tasks of the last run of turbo, which was given `--summarize`.
 *
 * @param {string} root The root of the workspace.
 * @param {number | null} status How turbo itself ended.
 * @returns {Map<string, Count>} By the name of the task.
 */
export function countRun(root, status) {
  const folder = join(root, summaries);
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  /** @type {{ tasks: Task[], execution: Record<'attempted' | 'success' | 'cached' | 'failed', number> }} */
  const { tasks, execution } = readJson(join(folder, file ?? 'none')) ?? noSummary;
  const counts = new Map(
    tasks
      .filter(({ command }) => command !== '<NONEXISTENT>')
      .map((task) => [task.taskId, countTask(root, task)]),
  );
  const { attempted, success, cached, failed } = execution;
  const unfinished = attempted - success - cached - failed;
  // It was stopped on the way, or it could not begin.
  if (
    unfinished > 0 ||
    (status !== 0 && [...counts.values()].every(({ failures }) => failures.length === 0))
  ) {
    const failure = `turbo ended with ${status ?? 'a signal'}; tasks that did not end: ${unfinished}`;
    counts.set('turbo', { passed: 0, failures: [failure], skips: [] });
  }
  return counts;
}

/** @param {string} root @param {Task} task @returns {Count} */
function countTask(root, { taskId, task, directory, logFile = 'no log', execution }) {
  const hasPassed = execution?.exitCode === 0;
  const failed = (/** @type {string} */ how) => `${taskId} ${how}${lastLines(join(root, logFile))}`;
  if (task !== 'test') {
    return { passed: Number(hasPassed), failures: hasPassed ? [] : [failed('failed')], skips: [] };
  }
  /** @type {{ testResults: TestFile[] } | undefined} */
  const results = readJson(join(root, directory, report));
  if (results === undefined) return { passed: 0, failures: [failed('wrote no report')], skips: [] };
  const { passed, failures, skips } = countTests(results.testResults);
  // A worker that crashes, or an error that nobody catches, fails no test.
  const isTold = results.testResults
    .flatMap(({ status, assertionResults }) => [{ status }, ...assertionResults])
    .some(({ status }) => status === 'failed');
  if (!hasPassed && !isTold)
    failures.push(`failed outside of its tests${lastLines(join(root, logFile))}`);
  const [name] = taskId.split('#');
  const ofPackage = (/** @type {string} */ text) => `${name}: ${text}`;
  return { passed, failures: failures.map(ofPackage), skips: skips.map(ofPackage) };
}

/** @param {readonly TestFile[]} files */
function countTests(files) {
  /** @type {Count} */
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

/** Why a test was skipped, if its title says so: `(skipped: the reason)`. @param {string} title */
const reasonIn = (title) => /\(skipped: ((?:[^()]|\([^()]*\))+)\)/.exec(title)?.[1]?.trim();

/** What a file holds, if it is there and whole. @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The beginning of a message, without the lines of its stack that name no test. @param {string} message */
const firstLines = (message) =>
  indent(
    linesOf(message)
      .filter((line) => !/^\s+at /.test(line) || line.includes('.test.ts'))
      .slice(0, 12),
  );

/** The end of a log, if turbo kept one. @param {string} file */
const lastLines = (file) =>
  existsSync(file) ? indent(linesOf(readFileSync(file, 'utf8')).slice(-30)) : '';

/** @param {string} text */
const linesOf = (text) => stripVTControlCharacters(text).trimEnd().split('\n');

/** @param {readonly string[]} lines */
const indent = (lines) => lines.map((line) => `\n      ${line.slice(0, 300)}`).join('');
