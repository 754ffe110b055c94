import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

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
      // What packages keep between processes (an interpreter's snapshot) is kept for tests alone.
      env: {
        XDG_CACHE_HOME: join(tmpdir(), `rlm-test-cache-${userInfo().uid}`),
        // What rlm keeps, and what its user has set, are never those of whoever runs the tests.
        XDG_STATE_HOME: join(tmpdir(), `rlm-test-state-${userInfo().uid}`),
        XDG_CONFIG_HOME: join(tmpdir(), `rlm-test-config-${userInfo().uid}`),
      },
      // A test that asserts nothing would pass whatever happens.
      // What is polled is waited for as long as by `eventually`.
      expect: { requireAssertions: true, poll: { timeout: 100_000 } },
      testTimeout: isHeavy ? 1_800_000 : 120_000,
      hookTimeout: 180_000,
      reporters: [
        'default',
        keepSkipReasons,
        ['json', { outputFile: `reports/${isHeavy ? 'heavy' : 'vitest'}.json` }],
      ],
      // For a run over all packages, which wants the same number of workers in a group.
      sequence: { groupOrder: Number(overrides.maxWorkers ?? 0) },
      ...overrides,
    },
  });
}
