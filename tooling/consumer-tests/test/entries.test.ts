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
    const files = installs.map(({ folder, names }) => {
      const dependencies = Object.fromEntries(names.map((name) => [`@rlm/${name}`, '*']));
      const manifest = { name: folder.replace('/', '-'), dependencies };
      return [`${folder}/package.json`, JSON.stringify(manifest)] as const;
    });
    const workspace = JSON.stringify({ private: true, workspaces: ['one/*', 'all'] });
    await write(project(), { 'package.json': workspace, ...Object.fromEntries(files) });
    // Linked, a package finds only what it depends on, and a folder only what it installs.
    await run(project(), ['npm', 'install', '--install-strategy=linked']);
  }, 300_000);

  /** Runs a script as a module, or as CommonJS. */
  async function evaluate(folder: string, kind: 'mjs' | 'cjs', script: string): Promise<string> {
    await write(join(project(), folder), { [`main.${kind}`]: script });
    return run(join(project(), folder), ['node', `main.${kind}`]);
  }

  // No entry may await at its top level: such a module cannot be required.
  it.each(installs)('loads every entry in $folder', async ({ folder, entries }) => {
    const imports = entries.map((entry) => `await import('${entry}');`).join('\n');
    const requires = entries.map((entry) => `require('${entry}');`).join('\n');
    expect(await evaluate(folder, 'mjs', `${imports} console.log(1)`)).toBe('1');
    expect(await evaluate(folder, 'cjs', `${requires} console.log(1)`)).toBe('1');
  });

  const typescript = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  it.each<[how: string, files: string, options: string, compiler?: string]>([
    ['as modules of Node.js', 'all.mts all.cts', '--module nodenext --lib es2022,dom'],
    ['as bundlers do', 'all.ts', '--module esnext --moduleResolution bundler --lib es2022,dom'],
    ['by the compiler of JavaScript', 'all.mts', '--module nodenext --lib es2022,dom', typescript],
    ['without a platform', 'plain.mts', '--module nodenext --lib es2022'],
  ])('type-checks programs that import every entry: %s', async (_, files, options, compiler) => {
    const paths = [];
    for (const { folder, names, entries } of installs)
      for (const file of files.split(' ')) {
        const isPlain = names.length === 1 && needNoPlatform.includes(names[0] ?? '');
        if (file === 'plain.mts' && !isPlain) continue;
        const lines = entries
          .filter((entry) => file !== 'plain.mts' || !entry.endsWith('/internal'))
          .map((entry, index) => `export * as e${index} from '${entry}';`);
        await write(join(project(), folder), { [file]: lines.join('\n') });
        paths.push(`${folder}/${file}`);
      }
    const all = ['--noEmit', '--skipDefaultLibCheck', ...options.split(' '), ...paths];
    await expect(typecheck(project(), all, compiler)).resolves.toBeUndefined();
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
