import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsdoc from 'eslint-plugin-jsdoc';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Which packages the sources of a package may import. */
const mayImport = {
  'repl-types': [],
  termination: ['repl-types'],
  policies: ['repl-types', 'termination'],
  sandbox: ['repl-types'],
  kernel: ['repl-types', 'policies'],
  'penguin-engine': ['repl-types', 'termination', 'policies', 'kernel'],
  journal: ['repl-types', 'kernel'],
  files: ['repl-types', 'sandbox', 'kernel'],
  runner: ['repl-types', 'termination', 'policies', 'sandbox', 'kernel'],
  ui: ['repl-types', 'kernel', 'runner'],
  mcp: ['repl-types', 'sandbox', 'kernel', 'journal', 'files', 'runner'],
};

/** The folders of a package from the top floor down: none imports one above it or beside it. */
const floors = {
  'packages/journal/src':
    'testing > bullmq decide define fork jsonl memory retention sqlite > store > lease lines',
  'packages/kernel/src':
    'loop > policies scope telemetry > events options testing > journal model tools > budget effects > contract > platform',
  'packages/mcp/src': 'command > client server',
  'packages/penguin-engine/src': 'modes > tools > actions context-window finish task',
  'packages/policies/src':
    'registry > termination > combinators > action ai-sdk > compaction conformance guard reward > define > shapes',
  'packages/repl-types/src': 'data > options > concurrency',
  'packages/runner/src':
    'language-model many > protocol > history > turn > session > prompt query > plan telemetry trajectory > run > options reading schema > context',
  'packages/sandbox/src':
    'cpython pyodide quickjs > process > javascript scripted > conformance host python session > contract',
  'packages/termination/src': 'dialects > context scan shown',
  'apps/playground/src':
    'commands > chat serve show > doctor task try > batch render > config runs > arguments > models schema texts > files planner tour view',
  'apps/playground/page/src':
    'app > ask > open runs > run > lab panels > server timeline > code parts store',
};

/** Each folder, and those above it and beside it. */
const floorZones = Object.entries(floors).flatMap(([root, drawing]) => {
  const rows = drawing.split(' > ').map((row) => row.split(' '));
  return rows.flatMap((row, index) =>
    row.map((folder) => {
      const notBelow = rows.slice(0, index + 1).flat();
      const others = notBelow.filter((other) => other !== folder);
      return { target: `${root}/${folder}`, from: others.map((other) => `${root}/${other}`) };
    }),
  );
});

const zones = [
  ...floorZones.filter(({ from }) => from.length > 0),
  ...Object.entries(mayImport).map(([name, others]) => ({
    target: `packages/${name}/src`,
    from: 'packages',
    except: [name, ...others],
  })),
  // The page bundles the views of a run, and the types of what the server says.
  {
    target: ['apps/playground/page/src', 'apps/playground/src/view'],
    from: 'apps/playground/src',
    except: ['view', 'api.ts'],
  },
].map((zone) => ({ ...zone, message: 'eslint.config.js shows what may import what.' }));

/** Sources that run in a Node.js process only: they may use its modules, its globals, its clock and randomness. */
const nodeSources = [
  'packages/files/src/**',
  'packages/journal/src/{bullmq,jsonl,lease,sqlite,testing/crash}/**',
  'packages/kernel/src/platform/system.ts',
  'packages/mcp/src/{command,server}/**',
  'packages/sandbox/src/{cpython,host,javascript,process,pyodide,quickjs}/**',
];

/** What all other sources of packages may not use. */
const machine = ['process', 'console', 'fetch', 'Buffer', 'window', 'document'].map((name) => ({
  name,
  message: 'Core code gets what it needs passed in.',
}));

export default defineConfig(
  globalIgnores([
    '**/dist',
    '**/.types',
    '**/reports',
    '**/.pack',
    '**/*.bundled_*.mjs',
    'examples/next',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    extends: [
      js.configs.recommended,
      tseslint.configs.strict,
      tseslint.configs.stylistic,
      importX.flatConfigs.typescript,
    ],
    languageOptions: { globals: globals.node },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          conditionNames: ['@rlm/source', 'import', 'node', 'default'],
          // pnpm starts ESLint with a NODE_PATH by which packages that are no dependency resolve too.
          nodePath: false,
        }),
      ],
    },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-var': 'error',
      'prefer-const': 'error',
      'import-x/no-extraneous-dependencies': ['error', { includeTypes: true }],
      'import-x/no-unresolved': ['error', { ignore: ['^inline:', '/dist/'] }],
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/{src,page/src}/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { jsdoc },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        { devDependencies: false, includeTypes: true },
      ],
      'import-x/no-relative-packages': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          require: { ClassDeclaration: true },
          contexts: [
            'ExportNamedDeclaration > :matches(TSInterfaceDeclaration, TSTypeAliasDeclaration, VariableDeclaration)',
          ],
        },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['packages/*/src/**'],
    ignores: [
      'packages/mcp/src/command/main.ts',
      'packages/sandbox/src/process/find-command.ts',
      'packages/sandbox/src/host/user-cache-folder.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'What a package needs is an option.' },
      ],
    },
  },
  {
    files: ['packages/*/src/**'],
    ignores: nodeSources,
    rules: {
      'import-x/no-nodejs-modules': 'error',
      'no-restricted-globals': ['error', ...machine],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is passed in.' },
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
      ],
    },
  },
  {
    files: ['apps/playground/{page/src,src/view}/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // Vite bundles what the page imports.
      'import-x/no-extraneous-dependencies': ['error', { includeTypes: true }],
      'import-x/no-nodejs-modules': 'error',
      // It is about the React Compiler, which is not used.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // Each example has a package.json of its own for its module type; all are installed together.
    files: ['examples/**'],
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        { packageDir: `${import.meta.dirname}/examples` },
      ],
    },
  },
  {
    // What one cell declares, later cells of the same session use.
    files: ['apps/playground/src/{planner,tour}/cells/*.js'],
    rules: { 'no-undef': 'off', '@typescript-eslint/no-unused-vars': 'off' },
  },
);
