import { stripVTControlCharacters } from 'node:util';

/** Of each message of a failure. */
const maxLines = 12;
const maxColumns = 300;

/**
 * Counts what the JSON report of one package's tests holds.
 *
 * @typedef {{ status: string, fullName: string, duration?: number, failureMessages?: string[], meta?: { skipReason?: string } }} TestRecord
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestRecord[] }} FileRecord
 *
 * @param {{ testResults: FileRecord[] }} report As vitest's JSON reporter writes it.
 * @returns {{ passed: number, failures: string[], skips: string[] }} The titles of what failed, each
 *   with the beginning of its message, and the reason of each skipped test. A skip without a reason is a failure.
 */
export function countTests(report) {
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const skips = [];
  for (const { assertionResults, name, status, message } of report.testResults) {
    // A file that fails while it loads, or in a hook of its own, has no failed test to count.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      failures.push(`${name}: ${message}`);
    }
    for (const test of assertionResults) {
      if (test.status === 'passed') passed += 1;
      else if (test.status === 'failed') failures.push(describeFailure(test));
      else {
        const reason = skipReason(test);
        if (reason === undefined) failures.push(`skipped without a reason: ${test.fullName}`);
        else skips.push(reason);
      }
    }
  }
  return { passed, failures, skips };
}

/**
 * What failed, and why, in some lines: CI may keep no more than the end of what is printed.
 *
 * @param {TestRecord} test
 */
function describeFailure({ fullName, duration, failureMessages = [] }) {
  const time = duration === undefined ? '' : ` (${Math.round(duration)} ms)`;
  const lines = failureMessages.flatMap((message) => {
    const all = stripVTControlCharacters(message).split('\n');
    const place = all.find((line) => /^\s+at .*\.test\.ts:/.test(line));
    const words = all.filter((line) => !/^\s+at /.test(line)).slice(0, maxLines);
    return place === undefined ? words : [...words, place];
  });
  return [`${fullName}${time}`, ...lines.map((line) => `    ${line.slice(0, maxColumns)}`)].join(
    '\n',
  );
}

/**
 * Why a test was skipped: what its title says, `(skipped: the reason)`, or what it gave to `skip(reason)`.
 *
 * @param {TestRecord} test
 */
function skipReason({ fullName, meta }) {
  const reason = reasonInTitle(fullName) ?? meta?.skipReason;
  return reason === undefined || reason.trim() === '' ? undefined : reason;
}

/**
 * What stands in the brackets, in which there may be others, as there may be behind them.
 *
 * @param {string} title
 */
function reasonInTitle(title) {
  const [, rest] = /\(skipped: (.*)/.exec(title) ?? [];
  if (rest === undefined) return undefined;
  let open = 1;
  for (const [at, character] of [...rest].entries()) {
    if (character === '(') open += 1;
    else if (character === ')') open -= 1;
    if (open === 0) return [...rest].slice(0, at).join('');
  }
  return undefined;
}
