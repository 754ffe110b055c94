/**
 * Counts what the JSON report of one package's tests holds.
 *
 * @typedef {{ status: string, fullName: string, meta?: { skipReason?: string } }} TestRecord
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestRecord[] }} FileRecord
 *
 * @param {{ testResults: FileRecord[] }} report As vitest's JSON reporter writes it.
 * @returns {{ passed: number, failures: string[], skips: string[] }} The titles of what failed, and
 *   the reason of each skipped test. A skip without a reason is a failure.
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
      else if (test.status === 'failed') failures.push(test.fullName);
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
 * Why a test was skipped: what its title says, `(skipped: the reason)`, or what it gave to `skip(reason)`.
 *
 * @param {TestRecord} test
 */
function skipReason({ fullName, meta }) {
  const reason = /\(skipped: (.*)\)/.exec(fullName)?.[1] ?? meta?.skipReason;
  return reason === undefined || reason.trim() === '' ? undefined : reason;
}
