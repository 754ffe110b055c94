import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const restrictedGlobals = ['process', 'console', 'fetch', 'Buffer', 'window', 'document'].map(
  (name) => ({ name, message: 'Core code gets what it needs passed in (design, section 2).' }),
);

/**
 * The one lint configuration of the workspace: type-checked rules over every
 * file that the package's own tsconfig.json includes, plain rules elsewhere.
 *
 * @param {string} packageDirectory The package's folder (`import.meta.dirname`).
 * @param {object} [options]
 * @param {boolean} [options.pure] Whether `src/` may use no clock, no randomness, no console and no
 *   environment: they are passed in.
 * @param {string[]} [options.impure] Globs of files in `src/` that are exempt from `pure`.
 * @param {string[]} [options.environment] Files in `src/` that may read the environment: each is in docs/decisions.
 */
export function configurePackage(
  packageDirectory,
  { pure = false, impure = [], environment = [] } = {},
) {
  return defineConfig(
    globalIgnores(['dist/', 'reports/', 'coverage/', '.pack/']),
    js.configs.recommended,
    {
      files: ['**/*.ts'],
      extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
      languageOptions: {
        parserOptions: { projectService: true, tsconfigRootDir: packageDirectory },
      },
      rules: {
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
        '@typescript-eslint/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
        // Names of the field (`llm_query`, `FINAL_VAR`) are data, not style.
        '@typescript-eslint/naming-convention': 'off',
      },
    },
    ...(pure ? [pureSources(impure)] : []),
    withoutEnvironment(environment),
    {
      // TypeScript checks names in these files (checkJs), and knows the platform.
      files: ['**/*.js', '**/*.mjs'],
      rules: { 'no-undef': 'off' },
    },
  );
}

/**
 * The environment is the user's own: what a package needs of it is an option.
 *
 * @param {string[]} ignores
 * @returns {import('eslint').Linter.Config}
 */
function withoutEnvironment(ignores) {
  return {
    files: ['src/**/*.ts'],
    ignores,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Packages do not read the environment (docs/decisions): take an option.',
        },
      ],
    },
  };
}

/**
 * What a package's core must not reach for.
 *
 * @param {string[]} ignores
 * @returns {import('eslint').Linter.Config}
 */
function pureSources(ignores) {
  return {
    files: ['src/**/*.ts'],
    ignores,
    rules: {
      'no-restricted-globals': ['error', ...restrictedGlobals],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is passed in.' },
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
      ],
    },
  };
}
