import { languageRules, typescriptRules, untypedRules } from './lint-rules.js';

const restrictedGlobals = ['process', 'console', 'fetch', 'Buffer', 'window', 'document'].map(
  (name) => ({ name, message: 'Core code gets what it needs passed in (design, section 2).' }),
);

/**
 * The one lint configuration of the workspace: rules by types over TypeScript, plain rules over JavaScript.
 *
 * @param {object} [options]
 * @param {boolean} [options.pure] Whether `src/` may use no clock, no randomness, no console and no
 *   environment: they are passed in.
 * @param {string[]} [options.impure] Globs of files in `src/` that are exempt from `pure`.
 * @param {string[]} [options.environment] Files in `src/` that may read the environment: each is in docs/decisions.
 * @param {import('oxlint').OxlintOverride[]} [options.overrides]
 * @returns {import('oxlint').OxlintConfig}
 */
export function configurePackage({
  pure = false,
  impure = [],
  environment = [],
  overrides = [],
} = {}) {
  return {
    plugins: ['typescript', 'node'],
    categories: { correctness: 'error' },
    // The build writes a bundled config beside tsup.config.js, and removes it while lint may read.
    ignorePatterns: ['dist', 'reports', 'coverage', '.pack', '*.bundled_*.mjs'],
    options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
    // Texts are sorted by their code units, which is what sort() does.
    rules: { ...languageRules, 'typescript/require-array-sort-compare': 'off' },
    overrides: [
      { files: ['**/*.{ts,tsx,mts}'], rules: typescriptRules },
      // What has no types of its own is `any` in places.
      { files: ['**/*.{js,mjs}'], rules: untypedRules },
      ...(pure ? [pureSources(impure)] : []),
      // What a package needs of the environment is an option (docs/decisions).
      {
        files: ['src/**/*.ts'],
        excludeFiles: environment,
        rules: { 'node/no-process-env': 'error' },
      },
      ...overrides,
    ],
  };
}

/**
 * What a package's core must not reach for.
 *
 * @param {string[]} impure
 * @returns {import('oxlint').OxlintOverride}
 */
function pureSources(impure) {
  return {
    files: ['src/**/*.ts'],
    excludeFiles: impure,
    rules: {
      'eslint/no-restricted-globals': ['error', ...restrictedGlobals],
      'eslint/no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is passed in.' },
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
      ],
    },
  };
}
