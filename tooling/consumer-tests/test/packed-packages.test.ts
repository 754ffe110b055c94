import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { installInto, type Consumer } from './consumer.js';
import type { LoopbackRegistry } from './loopback-registry.js';
import { entriesOf, openWorkspaceRegistry, packageNames } from './workspace-registry.js';

/** What each package brings along when it is installed by its name. */
const brings: Readonly<Record<(typeof packageNames)[number], readonly string[]>> = {
  'repl-types': [],
  termination: ['repl-types'],
  policies: ['repl-types', 'termination'],
  sandbox: ['repl-types'],
  kernel: ['policies', 'repl-types', 'termination'],
  'penguin-engine': ['kernel', 'policies', 'repl-types', 'termination'],
  journal: ['kernel', 'policies', 'repl-types', 'termination'],
  runner: ['kernel', 'policies', 'repl-types', 'sandbox', 'termination'],
  mcp: ['journal', 'kernel', 'policies', 'repl-types', 'runner', 'sandbox', 'termination'],
};

/** What a package needs of others, with what these need. */
const needs: Readonly<Record<string, readonly string[]>> = {
  mcp: ['fdir', 'ignore', 'picomatch', 'tinyglobby'],
  runner: ['fdir', 'ignore', 'picomatch', 'tinyglobby'],
};

/** Packages whose types name nothing of a platform, not even `AbortSignal`, and the entries of them that do. */
const needsNoPlatform = new Set<string>(['repl-types', 'termination', 'policies']);
const needsPlatform = new Set<string>(['@rlm/repl-types/internal']);

/** TypeScript 6 checks the declarations of all packages in the projects of these two, which bring all others along. */
const checkedByBoth = new Set<string>(['mcp', 'penguin-engine']);

let registry: LoopbackRegistry;
beforeAll(async () => {
  registry = await openWorkspaceRegistry();
});
afterAll(() => registry.close());

it('TypeScript 6 checks the declarations of every package', () => {
  const checked = [...checkedByBoth].flatMap((each) => [
    each,
    ...brings[each as (typeof packageNames)[number]],
  ]);
  expect([...new Set(checked)].sort()).toEqual([...packageNames].sort());
});

describe.each(packageNames)('a project that installs @rlm/%s by name', (name) => {
  const entries = entriesOf(name);
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await installInto(registry.url, [`@rlm/${name}`]);
  });
  afterAll(() => consumer.remove());

  it('gets what the package depends on, and nothing else', async () => {
    const ours = [name, ...brings[name]].map((part) => `@rlm/${part}`);
    expect(await consumer.installed()).toEqual([...ours, ...(needs[name] ?? [])].sort());
  });

  it('loads every entry as ES modules', async () => {
    const script = entries.map((entry) => `await import('${entry}');`).join('\n');
    expect(await consumer.run('all.mjs', `${script}\nconsole.log('loaded');`)).toBe('loaded');
  });

  it('loads every entry as CommonJS', async () => {
    const script = entries.map((entry) => `require('${entry}');`).join('\n');
    expect(await consumer.run('all.cjs', `${script}\nconsole.log('loaded');`)).toBe('loaded');
  });

  it.each([
    ['nodenext', ['all.mts', 'all.cts']],
    ['preserve', ['all.ts']],
  ] as const)('type-checks against every entry, with module %s, in %o', async (module, files) => {
    const check = (checked: readonly string[], lib: string): Promise<void> => {
      const script = checked.map((entry, index) => `export * as entry${index} from '${entry}';`);
      return consumer.typecheck(files, script.join('\n'), { module, lib });
    };
    await expect(check(entries, 'es2022,dom')).resolves.toBe(undefined);
    if (!needsNoPlatform.has(name)) return;
    const plain = entries.filter((entry) => !needsPlatform.has(entry));
    await check(plain, 'es2022');
  });

  if (checkedByBoth.has(name)) {
    it('type-checks against every entry of what it brings along, by TypeScript 6', async () => {
      const script = packageNames
        .filter((other) => other === name || brings[name].includes(other))
        .flatMap(entriesOf)
        .map((entry, index) => `export * as entry${index} from '${entry}';`)
        .join('\n');
      const options = { module: 'nodenext', lib: 'es2022,dom', compiler: 'javascript' } as const;
      await expect(consumer.typecheck(['six.mts', 'six.cts'], script, options)).resolves.toBe(
        undefined,
      );
    });
  }
});

const program = `
  const answers = ['\`\`\`js\\nconst hits = context.split("needle").length - 1;\\nFINAL(hits);\\n\`\`\`'];
  const run = runRlm({
    model: () => answers.shift() ?? 'FINAL(none)',
    sandbox: quickjs(),
    query: 'How many needles?',
    context: 'hay needle hay needle',
  });
  run.result.then(({ answer, finishReason }) => { console.log(answer, finishReason); });
`;

describe('a project that runs a Recursive Language Model', () => {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await installInto(registry.url, ['@rlm/runner', '@rlm/sandbox', 'quickjs-wasi']);
  });
  afterAll(() => consumer.remove());

  it('does so as ES modules', async () => {
    const imports = `import { runRlm } from '@rlm/runner'; import { quickjs } from '@rlm/sandbox/quickjs';`;
    expect(await consumer.run('main.mjs', imports + program)).toBe('2 final');
  });

  it('does so as CommonJS', async () => {
    const imports = `const { runRlm } = require('@rlm/runner'); const { quickjs } = require('@rlm/sandbox/quickjs');`;
    expect(await consumer.run('main.cjs', imports + program)).toBe('2 final');
  });
});

describe('a project without the engine of a backend', () => {
  it('is told what to install', async () => {
    const consumer = await installInto(registry.url, ['@rlm/sandbox']);
    const script = `import { quickjs } from '@rlm/sandbox/quickjs';
      const found = await quickjs().probe();
      console.log(found.ok, (found.hint ?? '') + (found.reason ?? ''));
      await quickjs().open().then(() => console.log('opened'), (error) => console.log(error.message));`;
    try {
      const [probe = '', open = ''] = (await consumer.run('main.mjs', script)).split('\n');
      expect(probe).toMatch(/^false .*quickjs-wasi/);
      expect(open).toMatch(/quickjs-wasi/);
    } finally {
      await consumer.remove();
    }
  });
});
