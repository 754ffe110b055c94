import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

import { inlineForVite } from './inline.js';

/** Makes imports of workspace packages reach their sources instead of dist/. */
const sourceCondition = '@rlm/source';

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
      include: ['test/**/*.test.ts'],
      environment: 'node',
      // Files of one worker share what they import: half of the time was spent on importing it again.
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
      ...overrides,
    },
  });
}
