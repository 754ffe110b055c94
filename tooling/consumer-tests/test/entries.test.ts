import { createRequire } from 'node:module';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { packages, run, typecheck, useProject, write } from './project.js';
import { readManifest, root } from './registry.js';

/** The entries of a package, as a user writes them. */
const entriesOf = (name: string): readonly string[] =>
  Object.keys(readManifest(join(root, 'packages', name)).exports ?? {})
    .filter((entry) => entry !== './package.json')
    .map((entry) => `@rlm/${name}${entry.slice(1)}`);

/** Packages whose types name nothing of a platform, not even `AbortSignal`. */
const needNoPlatform = ['repl-types', 'termination', 'policies'];

describe('projects that install one package each, and one that installs all', () => {
  const project = useProject([]);
  const installs = [...packages.map((name) => [name]), packages].map((names) => ({
    folder: names.length === 1 ? `one/${names[0]}` : 'all',
    names,
    entries: names.flatMap(entriesOf),
  }));

  beforeAll(async () => {
    const manifests = installs.map(({ folder, names }) => {
      const dependencies = Object.fromEntries(names.map((name) => [`@rlm/${name}`, '*']));
      return [
        `${folder}/package.json`,
        JSON.stringify({ name: folder.replace('/', '-'), dependencies }),
      ] as const;
    });
    const workspace = JSON.stringify({ private: true, workspaces: ['one/*', 'all'] });
    await write(project(), { 'package.json': workspace, ...Object.fromEntries(manifests) });
    // Linked, a package finds only what it depends on, and a folder only what it installs.
    await run(project(), ['npm', 'install', '--install-strategy=linked']);
  }, 300_000);

  /** Runs a script as a module, or as CommonJS. */
  async function evaluate(folder: string, kind: 'mjs' | 'cjs', script: string): Promise<string> {
    await write(join(project(), folder), { [`main.${kind}`]: script });
    return run(join(project(), folder), ['node', `main.${kind}`]);
  }

  /** Type-checks a program in each folder that imports its entries, declarations of packages included. */
  async function checkEntries(
    files: readonly string[],
    options: readonly string[],
    { checked = installs, compiler }: { checked?: typeof installs; compiler?: string } = {},
  ): Promise<void> {
    for (const { folder, entries } of checked) {
      const text = entries.map((each, index) => `export * as e${index} from '${each}';`).join('\n');
      await write(join(project(), folder), Object.fromEntries(files.map((file) => [file, text])));
    }
    const paths = checked.flatMap(({ folder }) => files.map((file) => `${folder}/${file}`));
    await typecheck(
      project(),
      ['--noEmit', '--skipDefaultLibCheck', ...options, ...paths],
      compiler,
    );
  }
  const dom = ['--lib', 'es2022,dom'];

  // No entry may await at its top level: such a module cannot be required.
  it.each(installs)(
    'loads every entry by import and by require() in $folder',
    async ({ folder, entries }) => {
      const imports = entries.map((entry) => `await import('${entry}');`).join('\n');
      const requires = entries.map((entry) => `require('${entry}');`).join('\n');
      expect(await evaluate(folder, 'mjs', `${imports} console.log(1)`)).toBe('1');
      expect(await evaluate(folder, 'cjs', `${requires} console.log(1)`)).toBe('1');
    },
  );

  it('type-checks against every entry, as modules of Node.js and of bundlers', async () => {
    const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    await checkEntries(['all.mts', 'all.cts'], [...dom, '--module', 'nodenext']);
    await expect(checkEntries(['all.ts'], [...dom, ...bundler])).resolves.toBeUndefined();
  });

  it('type-checks by the compiler of JavaScript', async () => {
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const checked = installs.filter(({ folder }) => folder === 'all');
    const options = [...dom, '--module', 'nodenext'];
    await expect(
      checkEntries(['all.mts'], options, { checked, compiler }),
    ).resolves.toBeUndefined();
  });

  it('needs no types of a platform for those packages that use none', async () => {
    const checked = installs
      .filter(
        ({ names: [name = '', ...more] }) => more.length === 0 && needNoPlatform.includes(name),
      )
      .map((each) => ({
        ...each,
        entries: each.entries.filter((entry) => !entry.endsWith('/internal')),
      }));
    expect(checked).toHaveLength(needNoPlatform.length);
    await checkEntries(['all.mts'], ['--lib', 'es2022', '--module', 'nodenext'], { checked });
  });

  it.each([
    ['mjs', `import * as runner from '@rlm/runner'; import * as js from '@rlm/sandbox/quickjs';`],
    ['cjs', `const runner = require('@rlm/runner'); const js = require('@rlm/sandbox/quickjs');`],
  ] as const)('asks a run as %s, with one copy of a class', async (kind, load) => {
    const script = `${load}
      const model = () => '\`\`\`js\\nFINAL(context.split("needle").length - 1)\\n\`\`\`';
      const run = runner.runRlm({ model, sandbox: js.quickjs(), query: 'How many?', context: 'a needle' });
      const isOne = import('@rlm/kernel').then((kernel) => kernel.RunLimitError === runner.RunLimitError);
      run.result.then(async ({ answer, finishReason }) => console.log(answer, finishReason, await isOne));`;
    expect(await evaluate('all', kind, script)).toBe('1 final true');
  });
});
