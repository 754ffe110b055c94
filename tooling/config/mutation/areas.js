/**
 * What is mutated, by area: the only place that knows where its code and tests are.
 *
 * @typedef {object} Area
 * @property {string} folder The package, from the workspace's root.
 * @property {readonly string[]} sources Files and folders of the package whose code is mutated.
 * @property {readonly string[]} tests Files and folders of the package whose tests must notice.
 * @property {readonly string[]} [without] Files and folders among `sources` that are left out.
 */

const kernel = {
  folder: 'packages/kernel',
  /** @param {string} name */
  at: (name) => `src/${name}`,
};

/** @type {Readonly<Record<string, Area>>} */
export const areas = {
  termination: { folder: 'packages/termination', sources: ['src'], tests: ['test'] },
  policies: {
    folder: 'packages/policies',
    sources: ['src'],
    without: ['src/conformance'],
    tests: ['test'],
  },
  budget: {
    folder: kernel.folder,
    sources: [kernel.at('budget'), 'src/model/reserve.ts'],
    tests: [
      'test/budget',
      'test/create-run.test.ts',
      'test/model/reserve.test.ts',
      'test/model/call-model.test.ts',
      'test/model/prices.test.ts',
    ],
  },
  journal: {
    folder: kernel.folder,
    sources: [kernel.at('journal')],
    tests: ['test/journal'],
  },
  effects: {
    folder: kernel.folder,
    sources: [kernel.at('effects')],
    tests: ['test/effects', 'test/journal'],
  },
  jsonl: {
    folder: 'packages/journal',
    sources: ['src/jsonl'],
    tests: [
      'test/jsonl',
      'test/store',
      'test/stores.test.ts',
      'test/drivers.test.ts',
      'test/full-disk.test.ts',
    ],
  },
  query: {
    folder: 'packages/runner',
    sources: ['src/query', 'src/run/in-flight.ts', 'src/run/query-scope.ts'],
    tests: [
      'test/query',
      'test/run',
      'test/sub-queries.test.ts',
      'test/retries.test.ts',
      'test/abort.test.ts',
      'test/coverage.test.ts',
      'test/reply-length.test.ts',
      'test/dialects.test.ts',
      'test/prices.test.ts',
      'test/executor.test.ts',
      'test/journal/people.test.ts',
    ],
  },
  supervisor: {
    folder: 'packages/sandbox',
    sources: ['src/supervisor'],
    tests: ['test/supervisor', 'test/scripted', 'test/contract', 'test/options.test.ts'],
  },
};
