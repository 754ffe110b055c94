/**
 * What is mutated, by area: the only place that knows where its code and tests are.
 *
 * @typedef {object} Area
 * @property {string} folder The package, from the workspace's root.
 * @property {string[]} sources Files and folders of the package whose code is mutated; `!` leaves some out.
 * @property {string[]} tests Files and folders of the package whose tests must notice.
 */

/** @type {Readonly<Record<string, Area>>} */
export const areas = {
  termination: { folder: 'packages/termination', sources: ['src'], tests: ['test'] },
  policies: { folder: 'packages/policies', sources: ['src', '!src/conformance'], tests: ['test'] },
  budget: {
    folder: 'packages/kernel',
    sources: ['src/budget', 'src/model/reserve.ts'],
    tests: [
      'test/budget',
      'test/create-run.test.ts',
      'test/model/{reserve,call-model,prices}.test.ts',
    ],
  },
  journal: { folder: 'packages/kernel', sources: ['src/journal'], tests: ['test/journal'] },
  effects: {
    folder: 'packages/kernel',
    sources: ['src/effects'],
    tests: ['test/effects', 'test/journal'],
  },
  jsonl: {
    folder: 'packages/journal',
    sources: ['src/jsonl'],
    tests: ['test/jsonl', 'test/store', 'test/{stores,drivers,full-disk}.test.ts'],
  },
  query: {
    folder: 'packages/runner',
    sources: ['src/query', 'src/run/in-flight.ts', 'src/run/query-scope.ts'],
    tests: [
      'test/query',
      'test/run',
      'test/{abort,coverage,dialects,executor,prices,reply-length,retries,sub-queries}.test.ts',
      'test/journal/people.test.ts',
    ],
  },
  session: {
    folder: 'packages/sandbox',
    sources: ['src/session'],
    tests: ['test/session', 'test/scripted', 'test/contract', 'test/options.test.ts'],
  },
};
