import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

import { inlineForVite } from './inline.js';

/** Makes imports of workspace packages reach their sources instead of dist/. */
const sourceCondition = '@rlm/source';

/**
 * Puts what a test gave to `skip(reason)` into the JSON report, which leaves it out.
 *
 * @type {import('vitest/node').Reporter}
 */
const keepSkipReasons = {
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined) {
      Object.assign(test.meta(), { skipReason: result.note });
    }
  },
};

/** Files that measure what is kept of a hostile case. */
const measuresMemory =
  /\/test\/(hostile|escape)\/|\/(escapes|forged|frames|processes|promise)\.test\.ts$/;

/**
 * What measures memory collects garbage often, twice for each case, which takes two or three times as long once the
 * modules and the values of other files are in the worker's memory. So it comes first.
 */
class MemoryFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const measures = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      Number(measuresMemory.test(moduleId));
    return sorted.sort((one, two) => measures(two) - measures(one));
  }
}

/** Tests that take long, which `npm test` leaves to CI: `npm run heavy`. */
const heavyTests = 'test/**/*.heavy.test.ts';
const isHeavy = process.env['RLM_TESTS'] === 'heavy';

/**
 * The test configuration of one package.
 *
 * @param {string} name The project's name in test output.
 * @param {import('vitest/config').ViteUserConfig['test']} [overrides]
 */
export function definePackageTests(name, overrides = {}) {
  return defineConfig({
    plugins: [inlineForVite],
    resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
    ssr: { resolve: { conditions: [sourceCondition, ...defaultServerConditions] } },
    test: {
      name,
      include: isHeavy ? [heavyTests] : ['test/**/*.test.ts'],
      exclude: isHeavy ? configDefaults.exclude : [...configDefaults.exclude, heavyTests],
      environment: 'node',
      // Files of one worker share what they import: half of the time was spent on importing it again.
      isolate: false,
      // What packages keep between processes (an interpreter's boot image) is kept for tests alone.
      env: {
        XDG_CACHE_HOME: join(tmpdir(), `rlm-test-cache-${userInfo().uid}`),
        // What rlm keeps, and what its user has set, are never those of whoever runs the tests.
        XDG_STATE_HOME: join(tmpdir(), `rlm-test-state-${userInfo().uid}`),
        XDG_CONFIG_HOME: join(tmpdir(), `rlm-test-config-${userInfo().uid}`),
      },
      // A test that asserts nothing would pass whatever happens; one that cannot assert says so by noAssertion().
      // What is polled is waited for as long as by `eventually`.
      expect: { requireAssertions: true, poll: { timeout: 100_000 } },
      testTimeout: 120_000,
      hookTimeout: 180_000,
      reporters: [
        'default',
        keepSkipReasons,
        ['json', { outputFile: `reports/${isHeavy ? 'heavy' : 'vitest'}.json` }],
      ],
      // For a run over all packages, which wants the same number of workers in a group.
      sequence: { groupOrder: Number(overrides.maxWorkers ?? 0), sequencer: MemoryFirst },
      ...overrides,
    },
  });
}
