import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testBundles } from './bundles-suite.js';
import { installInto, linkInto, type Consumer } from './consumer.js';
import { testDeclarations } from './declarations-suite.js';
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
  files: ['kernel', 'policies', 'repl-types', 'sandbox', 'termination'],
  runner: ['kernel', 'policies', 'repl-types', 'sandbox', 'termination'],
  ui: ['kernel', 'policies', 'repl-types', 'runner', 'sandbox', 'termination'],
  mcp: ['files', 'journal', 'kernel', 'policies', 'repl-types', 'runner', 'sandbox', 'termination'],
};

/** What a package needs of others, with what these need. */
const needs: Readonly<Record<string, readonly string[]>> = {
  files: ['fdir', 'picomatch', 'tinyglobby'],
};

/** What its command needs of others: the SDK of the protocol brings some 90 packages along, which are not listed. */
const mcpNeeds = [
  '@ai-sdk/openai-compatible',
  '@modelcontextprotocol/sdk',
  'quickjs-wasi',
  'undici',
];

/** Packages whose types name nothing of a platform, not even `AbortSignal`, and the entries of them that do. */
const needsNoPlatform = new Set<string>(['repl-types', 'termination', 'policies']);
const needsPlatform = new Set<string>(['@rlm/repl-types/internal']);

const asModules = ['all.mts', 'all.cts'];
const exportAll = (entries: readonly string[]): string =>
  entries.map((entry, index) => `export * as entry${index} from '${entry}';`).join('\n');

/** Whether npm installs each project, as `npm run heavy` asks for. */
const isApart = process.env['RLM_PROJECTS'] === 'apart';

let registry: LoopbackRegistry;
/** Has every package: npm installs them once, and the other projects link what they need of them. */
let whole: Consumer;
beforeAll(async () => {
  registry = await openWorkspaceRegistry(['@types/node', 'quickjs-wasi']);
  const packages = packageNames.map((name) => `@rlm/${name}`);
  whole = await installInto(registry.url, ['@types/node', 'quickjs-wasi', ...packages]);
});
afterAll(async () => {
  await whole.remove();
  await registry.close();
});

const install = (packages: readonly string[]): Promise<Consumer> =>
  isApart ? installInto(registry.url, packages) : linkInto(whole, packages);

describe.each(packageNames)('a project that installs @rlm/%s by name', (name) => {
  const entries = entriesOf(name);
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await install([`@rlm/${name}`]);
  });
  afterAll(() => consumer.remove());

  it('gets what the package depends on, and nothing else', async () => {
    const ours = [name, ...brings[name]].map((part) => `@rlm/${part}`);
    const installed = await consumer.installed();
    expect(installed.filter((part) => part.startsWith('@rlm/'))).toEqual([...ours].sort());
    if (name === 'mcp') expect(installed).toEqual(expect.arrayContaining(mcpNeeds));
    else expect(installed).toEqual([...ours, ...(needs[name] ?? [])].sort());
  });

  it('loads every entry by import', async () => {
    const script = entries.map((entry) => `await import('${entry}');`).join('\n');
    expect(await consumer.run('all.mjs', `${script}\nconsole.log('loaded');`)).toBe('loaded');
  });

  // No entry may await at its top level: such a module cannot be required.
  it('loads every entry by require()', async () => {
    const script = entries.map((entry) => `require('${entry}');`).join('\n');
    expect(await consumer.run('all.cjs', `${script}\nconsole.log('loaded');`)).toBe('loaded');
  });

  it('type-checks against every entry, with module nodenext', async () => {
    const options = { module: 'nodenext', lib: 'es2022,dom' } as const;
    await expect(consumer.typecheck(asModules, exportAll(entries), options)).resolves.toBe(
      undefined,
    );
  });

  if (needsNoPlatform.has(name)) {
    it('type-checks without the types of a platform', async () => {
      const plain = entries.filter((entry) => !needsPlatform.has(entry));
      const options = { module: 'nodenext', lib: 'es2022' } as const;
      await expect(consumer.typecheck(asModules, exportAll(plain), options)).resolves.toBe(
        undefined,
      );
    });
  }

  if (name === 'sandbox') {
    it('is told what to install for the engine of a backend', async () => {
      const script = `import { quickjs } from '@rlm/sandbox/quickjs';
        const found = await quickjs().probe();
        console.log(found.ok, (found.hint ?? '') + (found.reason ?? ''));
        await quickjs().open().then(() => console.log('opened'), (error) => console.log(error.message));`;
      const [probe = '', open = ''] = (await consumer.run('main.mjs', script)).split('\n');
      expect(probe).toMatch(/^false .*quickjs-wasi/);
      expect(open).toMatch(/quickjs-wasi/);
    });
  }
});

describe('a project that installs every package', () => {
  const entries = packageNames.flatMap(entriesOf);
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await install(packageNames.map((name) => `@rlm/${name}`));
  });
  afterAll(() => consumer.remove());

  it('type-checks against every entry, by TypeScript 6', async () => {
    const options = { module: 'nodenext', lib: 'es2022,dom', compiler: 'javascript' } as const;
    await expect(consumer.typecheck(asModules, exportAll(entries), options)).resolves.toBe(
      undefined,
    );
  });

  it('type-checks against every entry, with module preserve', async () => {
    const options = { module: 'preserve', lib: 'es2022,dom' } as const;
    await expect(consumer.typecheck(['all.ts'], exportAll(entries), options)).resolves.toBe(
      undefined,
    );
  });

  it('type-checks without the types of a platform, with module preserve', async () => {
    const plain = [...needsNoPlatform]
      .flatMap(entriesOf)
      .filter((entry) => !needsPlatform.has(entry));
    const options = { module: 'preserve', lib: 'es2022' } as const;
    await expect(consumer.typecheck(['plain.ts'], exportAll(plain), options)).resolves.toBe(
      undefined,
    );
  });
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
    consumer = await install(['@rlm/runner', '@rlm/sandbox', 'quickjs-wasi']);
  });
  afterAll(() => consumer.remove());

  it('does so by import', async () => {
    const imports = `import { runRlm } from '@rlm/runner'; import { quickjs } from '@rlm/sandbox/quickjs';`;
    expect(await consumer.run('main.mjs', imports + program)).toBe('2 final');
  });

  it('does so by require()', async () => {
    const imports = `const { runRlm } = require('@rlm/runner'); const { quickjs } = require('@rlm/sandbox/quickjs');`;
    expect(await consumer.run('main.cjs', imports + program)).toBe('2 final');
  });

  it('has one copy of a class, whichever way it is loaded', async () => {
    const script = `const { RunLimitError } = require('@rlm/runner');
      import('@rlm/kernel').then((kernel) => { console.log(kernel.RunLimitError === RunLimitError); });`;
    expect(await consumer.run('both.cjs', script)).toBe('true');
  });
});

testDeclarations(() => whole);
testBundles(() => whole);
