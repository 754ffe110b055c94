import { dirname, relative } from 'node:path';

import { ESLint } from 'eslint';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';

import { root } from './workspace.js';

/** A zone of `import-x/no-restricted-paths`. */
interface Zone {
  readonly target: string | readonly string[];
  readonly from: string | readonly string[];
  readonly except?: readonly string[];
}

// Texts are linted in the place of files, for rules that need no types.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) =>
    /restricted|nodejs|unresolved|extraneous-dep|relative|jsdoc|max-lines/.test(ruleId),
});

/** The rules that a text breaks in the place of a file. */
async function rulesBroken(filePath: string, text: string): Promise<readonly (string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

/** The zones of the configuration. */
async function readZones(): Promise<readonly Zone[]> {
  const file = 'packages/kernel/src/index.ts';
  const config = (await eslint.calculateConfigForFile(file)) as {
    rules: { 'import-x/no-restricted-paths': [number, { zones: readonly Zone[] }] };
  };
  return config.rules['import-x/no-restricted-paths'][1].zones;
}

/** A source in a folder, or the file itself, but for what lies in some of its folders. */
function sourceIn(path: string, except: readonly string[] = []): string {
  if (path.endsWith('.ts')) return path;
  const allowed = except.map((each) => `${path}/${each}{,/**}`);
  const [found] = globSync(`${path}/**/*.{ts,tsx}`, {
    cwd: root,
    ignore: ['**/{node_modules,test,bench}/**', ...allowed],
  }).filter((file) => file.includes('/src/'));
  if (found === undefined) throw new Error(`No source found in ${path}. Correct eslint.config.js.`);
  return found;
}

describe('the zones of imports', async () => {
  const zones = (await readZones()).map(({ target, from, except }) => {
    const importing = sourceIn([target].flat()[0] ?? '');
    return { importing, imported: sourceIn([from].flat()[0] ?? '', except) };
  });

  it.each(zones)('forbid $importing to import $imported', async ({ importing, imported }) => {
    const path = relative(dirname(importing), imported).replace(/^(?!\.)/, './');
    const text = `import '${path.replace(/\.tsx?$/, '.js')}';`;
    expect(await rulesBroken(importing, text)).toContain('import-x/no-restricted-paths');
  });
});

describe('core code', () => {
  it.each([
    ['a package that is not installed', "import 'left-pad';", 'import-x/no-unresolved'],
    ['a package of ours that is no dependency', "import '@rlm/ui';", 'import-x/no-unresolved'],
    ['a package for tests', "import 'vitest';", 'import-x/no-extraneous-dependencies'],
    ['an entry that is not exported', "import '@rlm/kernel/src/run.js';", 'import-x/no-unresolved'],
    ['a file that is not there', "import './nowhere.js';", 'import-x/no-unresolved'],
    [
      'a relative path into another package',
      "import '../../kernel/src/index.js';",
      'import-x/no-relative-packages',
    ],
    ['a module of Node.js', "import 'node:fs';", 'import-x/no-nodejs-modules'],
    ['the clock', 'Date.now();', 'no-restricted-properties'],
    ['randomness', 'Math.random();', 'no-restricted-properties'],
    ['the console', 'console.log();', 'no-restricted-globals'],
    ['the environment', 'process.env;', 'no-restricted-globals'],
    ['a constant without a docstring', 'export const most = 3;', 'jsdoc/require-jsdoc'],
    ['a function without a docstring', 'export function f() {}', 'jsdoc/require-jsdoc'],
    ['a class without a docstring', 'export class Limit {}', 'jsdoc/require-jsdoc'],
    ['a type without a docstring', 'export type Limit = number;', 'jsdoc/require-jsdoc'],
    ['an interface without a docstring', 'export interface Limit {}', 'jsdoc/require-jsdoc'],
    ['more than 400 lines', 'f();\n'.repeat(401), 'max-lines'],
  ])('may not have %s', async (_, text, rule) => {
    expect(await rulesBroken('packages/runner/src/index.ts', text)).toEqual([rule]);
  });

  it('may have its dependencies', async () => {
    const text = "import '@rlm/kernel';\nimport './run-rlm.js';";
    expect(await rulesBroken('packages/runner/src/index.ts', text)).toEqual([]);
  });
});
