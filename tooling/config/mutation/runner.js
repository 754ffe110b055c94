/**
 * Runs tests of the package in its working folder over sources that are changed in memory only. A process of its own, which its
 * parent ends when a mutant never ends:
 *
 *   { sources: { path: text }, tests: [path] } → { faults: [text], msOf: { path: ms } }
 */
import { fileURLToPath } from 'node:url';

import { createVitest } from 'vitest/node';

/** @typedef {{ sources: Record<string, string>, tests: readonly string[] }} Request */
/** @typedef {{ faults: string[], msOf: Record<string, number> }} Answer */

/** The texts that stand in for files, by their paths. @type {Record<string, string>} */
let sources = {};

/** Keeps the order in which files are given: the quickest first. */
class AsGiven {
  /** @template T @param {T} files */
  sort = (files) => Promise.resolve(files);
  shard = this.sort;
}

const vitest = await createVitest(
  'test',
  {
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    setupFiles: [fileURLToPath(new URL('setup.js', import.meta.url))],
    // A change may make a test wait for good.
    testTimeout: 60_000,
    sequence: { sequencer: /** @type {never} */ (AsGiven) },
  },
  {
    plugins: [
      {
        name: 'rlm:mutation',
        enforce: 'pre',
        transform: { order: 'pre', handler: (_code, id) => sources[id.split('?')[0] ?? ''] },
      },
    ],
  },
);

process.on('message', (/** @type {Request} */ request) => {
  void run(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

/** @param {Request} request @returns {Promise<Answer>} */
async function run(request) {
  const changed = [...Object.keys(sources), ...Object.keys(request.sources)];
  for (const path of changed) vitest.invalidateFile(path);
  sources = request.sources;
  const project = vitest.getRootProject();
  const tests = request.tests.map((path) => project.createSpecification(path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests, false);
  const failed = testModules.filter((testModule) => testModule.state() === 'failed');
  const files = testModules.map((testModule) => {
    const { duration, collectDuration, setupDuration } = testModule.diagnostic();
    return [testModule.moduleId, duration + collectDuration + setupDuration];
  });
  return {
    faults: [...failed.map(faultOf), ...unhandledErrors.map(() => 'an error that no test caught')],
    msOf: Object.fromEntries(files),
  };
}

/** @param {import('vitest/node').TestModule} testModule */
function faultOf(testModule) {
  const [first] = testModule.children.allTests('failed');
  const errors = first?.result().errors ?? testModule.errors();
  return `${first?.fullName ?? testModule.relativeModuleId}: ${errors?.[0]?.message ?? ''}`;
}
