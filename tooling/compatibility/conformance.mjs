/**
 * Runs the conformance suite of `@rlm/sandbox`, as installed, over one backend, in whichever runtime runs this file; the last
 * line that it prints is a {@link Report}.
 *
 *   node conformance.mjs <backend> [options of the backend, JSON] [names of cases to skip, JSON]
 */
import { deepStrictEqual, ok } from 'node:assert';

import { testSandbox } from '@rlm/sandbox/conformance';

/** @typedef {{ passed: number, failed: { name: string, problem: string }[], unavailable?: string }} Report */

const [name = '', options = '{}', skips = '[]'] = process.argv.slice(2);
const { [name]: open } = await import(`@rlm/sandbox/${name}`);
const backend = open(JSON.parse(options));

/** @type {{ name: string, body: () => Promise<void> }[]} */
const cases = [];
/** What JSON keeps: what is undefined is absent. @param {unknown} value */
const plain = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
/** @type {import('@rlm/sandbox/conformance').Tester} */
const tester = {
  describe: (_, body) => body(),
  it: Object.assign(
    /** @param {string} title @param {() => Promise<void>} body */ (title, body) => {
      cases.push({ name: title, body });
    },
    { skip: () => undefined },
  ),
  expect: (actual, message) => ({
    toBe: (expected) =>
      ok(Object.is(actual, expected), `${message ?? ''}: ${String(actual).slice(0, 200)}`),
    toEqual: (expected) => deepStrictEqual(plain(actual), plain(expected)),
    toContain: (expected) =>
      ok(String(actual).includes(expected), `no ${expected} in ${String(actual).slice(0, 200)}`),
  }),
};

/** @type {Report} */
const report = { passed: 0, failed: [] };
const probe = await backend.probe();
if (probe.ok) {
  const skip = Object.fromEntries(
    JSON.parse(skips).map((/** @type {string} */ each) => [each, 'known']),
  );
  testSandbox({ backend, skip, shareSession: name === 'pyodide' }, tester);
  for (const { name: title, body } of cases) {
    try {
      await body();
      report.passed += 1;
    } catch (error) {
      report.failed.push({ name: title, problem: String(error).slice(0, 300) });
      // Where nothing works, the rest shows nothing more.
      if (report.passed === 0 && report.failed.length === 5) break;
    }
  }
} else report.unavailable = probe.reason;
console.log(`\n${JSON.stringify(report)}`);
process.exit(0);
