import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { countTests } from './count-tests.mjs';

/** Failed tests of one whole run that may be run again; more of them are no accident. */
export const maxAgain = 3;

/**
 * The test files of a report in which something failed.
 *
 * @param {{ testResults: import('./count-tests.mjs').FileRecord[] }} report
 */
export function failedFiles({ testResults }) {
  return testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' || assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => name);
}

/**
 * Runs test files of one package once more, with nothing beside them. The report of the first run stays as it was.
 *
 * @param {string} reportFile The report of the package, `<package>/reports/vitest.json`.
 * @param {readonly string[]} files
 * @returns {boolean} Whether all of them passed.
 */
export function passAlone(reportFile, files) {
  const first = readFileSync(reportFile, 'utf8');
  const folder = dirname(dirname(reportFile));
  rmSync(reportFile);
  try {
    const { status } = spawnSync(
      join(folder, 'node_modules', '.bin', 'vitest'),
      ['run', ...files],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
    const { passed, failures } = countTests(JSON.parse(readFileSync(reportFile, 'utf8')));
    return status === 0 && passed > 0 && failures.length === 0;
  } catch {
    return false; // It ended without a report.
  } finally {
    writeFileSync(reportFile, first);
  }
}
