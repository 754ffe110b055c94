import { createRequire } from 'node:module';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { packages, run, typecheck, useProject, write } from './project.js';
import { readManifest, root } from './registry.js';

/** The entries of a package, as a user writes them. */
const entriesOf = (name: string): readonly string[] =>
  Object.keys(readManifest(join(root, 'packages', name)).exports ?? {})
    .filter((entry) => entry !== './package.json')
    .map((entry) => `@rlm/${name}${entry.slice(1)}`);

/** Packages whose types name nothing of a platform, not even `AbortSignal`. */
const needNoPlatform = ['repl-types', 'termination', 'policies'];

/** Runs a script as a module, or as CommonJS. */
async function evaluate(folder: string, kind: 'mjs' | 'cjs', script: string): Promise<string> {
  await write(folder, { [`main.${kind}`]: script });
  return run(folder, ['node', `main.${kind}`]);
}

const modules = {
  nodenext: ['--module', 'nodenext', 'all.mts', 'all.cts'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler', 'all.ts'],
};

/** Type-checks a program that imports entries, declarations of packages included. */
async function checkEntries(
  folder: string,
  entries: readonly string[],
  how: keyof typeof modules,
  { lib = 'es2022,dom', compiler }: { readonly lib?: string; readonly compiler?: string } = {},
): Promise<void> {
  const text = entries.map((each, index) => `export * as e${index} from '${each}';`).join('\n');
  await write(folder, { 'all.mts': text, 'all.cts': text, 'all.ts': text });
  const options = ['--noEmit', '--skipDefaultLibCheck', '--lib', lib];
  await typecheck(folder, [...options, ...modules[how]], compiler);
}

describe.each(packages)('a project that installs @rlm/%s by name', (name) => {
  const project = useProject([`@rlm/${name}`]);
  const entries = entriesOf(name);

  // No entry may await at its top level: such a module cannot be required.
  it('loads every entry by import and by require()', async () => {
    const imports = entries.map((entry) => `await import('${entry}');`).join('\n');
    const requires = entries.map((entry) => `require('${entry}');`).join('\n');
    expect(await evaluate(project(), 'mjs', `${imports} console.log(1)`)).toBe('1');
    expect(await evaluate(project(), 'cjs', `${requires} console.log(1)`)).toBe('1');
  });

  it('type-checks against every entry, with module nodenext', async () => {
    await expect(checkEntries(project(), entries, 'nodenext')).resolves.toBeUndefined();
    if (!needNoPlatform.includes(name)) return;
    const plain = entries.filter((entry) => !entry.endsWith('/internal'));
    await checkEntries(project(), plain, 'nodenext', { lib: 'es2022' });
  });
});

describe('a project that installs every package', () => {
  const project = useProject(['quickjs-wasi', ...packages.map((name) => `@rlm/${name}`)]);

  const entries = packages.flatMap(entriesOf);

  it('type-checks against every entry, as bundlers do and by the compiler of JavaScript', async () => {
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    await expect(checkEntries(project(), entries, 'bundler')).resolves.toBeUndefined();
    await checkEntries(project(), entries, 'nodenext', { compiler });
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
    expect(await evaluate(project(), kind, script)).toBe('1 final true');
  });
});
