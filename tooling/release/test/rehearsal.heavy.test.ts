import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { installInto } from '../../consumer-tests/test/consumer.js';
import type { LoopbackRegistry } from '../../consumer-tests/test/loopback-registry.js';
import { mapFaults, unpack } from '../../consumer-tests/test/unpacked.js';
import { openOthersRegistry, packageNames } from '../../consumer-tests/test/workspace-registry.js';
import { packagePrograms } from './support/package-programs.js';
import { command } from './support/pnpm.js';
import { installVerdaccio, startVerdaccio, type Verdaccio } from './support/verdaccio.js';
import {
  copyWorkspace,
  listFiles,
  type Member,
  type WorkspaceCopy,
} from './support/workspace-copy.js';

const names = [...packageNames, 'playground'].map((name) => `@rlm/${name}`);
/** The package that is patched alone. Five others depend on it. */
const patched = '@rlm/kernel';

const problem = await listFiles().then(installVerdaccio, () => 'git does not list the files');
const note = problem === undefined ? '' : ` (skipped: ${problem})`;

describe.skipIf(problem !== undefined)(`a rehearsal of a release${note}`, () => {
  let registry: Verdaccio;
  let others: LoopbackRegistry;
  let copy: WorkspaceCopy;
  let first: readonly Member[];
  let second: readonly Member[];
  const versionOf = (members: readonly Member[], name: string): string =>
    members.find((member) => member.name === name)?.version ?? '';
  const publish = async (...filters: readonly string[]): Promise<void> => {
    await copy.pnpm('exec', 'turbo', 'run', 'build', ...filters);
    await copy.pnpm('exec', 'changeset', 'publish');
  };
  const published = async (): Promise<Record<string, readonly string[]>> =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => {
          const versions = await registry.versions(name);
          return [name, versions.map(({ version }) => version)] as const;
        }),
      ),
    );

  const cleanups: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    registry = await startVerdaccio();
    cleanups.push(() => registry.close());
    copy = await copyWorkspace(registry.url);
    cleanups.push(() => copy.remove());
    await copy.pnpm('exec', 'node', 'tooling/release/version-packages.mjs');
    first = await copy.members();
    await copy.commit('Versions');
    await publish('--filter=./packages/*', '--filter=./apps/*');
    others = await openOthersRegistry();
    cleanups.push(() => others.close());
  }, 1_800_000);
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  it('uses up the changesets', async () => {
    expect(await copy.changesets()).toEqual([]);
  });

  it('publishes every package, in the version that it was given', async () => {
    const expected = names.map((name) => [name, [versionOf(first, name)]]);
    expect(await published()).toEqual(Object.fromEntries(expected));
  });

  describe.each(names)('the tarball of %s', (name) => {
    const unpacked = async (): Promise<ReadonlyMap<string, string>> =>
      unpack(await registry.tarball(name, versionOf(first, name)));

    it('has what a reader looks for, and no surprises', async () => {
      const files = await unpacked();
      const paths = [...files.keys()];
      const usual = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
      expect(paths).toEqual(expect.arrayContaining(usual));
      const pages = paths.filter((path) => path.startsWith('docs/'));
      expect(pages.length > 0).toBe(name !== '@rlm/playground');
      expect(mapFaults(files)).toEqual([]);
    });

    it('has a CHANGELOG in plain English', async () => {
      const text = (await unpacked()).get('CHANGELOG.md') ?? '';
      expect(text.startsWith(`# ${name}\n\n## ${versionOf(first, name)}\n\n### `)).toBe(true);
      expect(text).not.toMatch(/(?:Minor|Patch) Changes|Updated dependencies|^- [0-9a-f]{7,}:/m);
      expect(text.match(/^- /gm)?.length).toBeGreaterThan(2);
    });

    it('depends on ranges of published versions, and asks for provenance', async () => {
      const [found] = await registry.versions(name);
      for (const [dependency, range] of Object.entries(found?.dependencies ?? {})) {
        if (!names.includes(dependency)) continue;
        expect(`${dependency} ${range}`).toBe(`${dependency} ^${versionOf(first, dependency)}`);
      }
      expect(found?.publishConfig).toEqual({ access: 'public', provenance: true });
    });
  });

  describe('then a patch of one package', () => {
    beforeAll(async () => {
      const text = `---\n'${patched}': patch\n---\n\nA rehearsed patch.\n`;
      await copy.write('.changeset/a-rehearsed-patch.md', text);
      await copy.pnpm('exec', 'node', 'tooling/release/version-packages.mjs');
      second = await copy.members();
      await copy.commit('Versions');
      await publish(`--filter=${patched}`);
    }, 900_000);

    it('publishes that package, and no other', async () => {
      const [major, minor, patch] = versionOf(first, patched).split('.');
      const next = `${major ?? ''}.${minor ?? ''}.${Number(patch) + 1}`;
      const expected = names.map((name) => {
        const version = versionOf(first, name);
        return [name, name === patched ? [version, next] : [version]];
      });
      expect(await published()).toEqual(Object.fromEntries(expected));
    });

    it('puts its sentence above those of the version before', async () => {
      const file = await registry.tarball(patched, versionOf(second, patched));
      const text = unpack(file).get('CHANGELOG.md') ?? '';
      const entry = `## ${versionOf(second, patched)}\n\n### Needs no change in your code\n\n- A rehearsed patch.\n\n`;
      expect(text).toContain(`# ${patched}\n\n${entry}## ${versionOf(first, patched)}\n`);
    });

    it.each(Object.keys(packagePrograms))(
      'leaves %s in a state in which it installs by its name, and runs',
      async (name) => {
        const { beside = [], script = '', prints = '' } = packagePrograms[name] ?? {};
        const consumer = await installInto(registry.url, [name, ...beside], others.url);
        try {
          const version = versionOf(second, name);
          expect(await consumer.run('main.mjs', script)).toBe(prints.replace('VERSION', version));
        } finally {
          await consumer.remove();
        }
      },
    );

    it('leaves the command in such a state too, with the patched package', async () => {
      const consumer = await installInto(registry.url, ['@rlm/playground'], others.url);
      const rlm = join(consumer.directory, 'node_modules', '.bin', 'rlm');
      try {
        await mkdir(join(consumer.directory, 'notes'));
        await writeFile(join(consumer.directory, 'notes', '2001.txt'), 'The comet came back.');
        const asked = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
        expect(await command(consumer.directory, [rlm, ...asked])).toContain('2001 (2001.txt)');
        const version = await command(consumer.directory, [rlm, '--version']);
        expect(version).toContain(versionOf(second, '@rlm/playground'));
        const script = `import { version } from '@rlm/kernel/internal'; console.log(version);`;
        expect(await consumer.run('kernel.mjs', script)).toBe(versionOf(second, patched));
      } finally {
        await consumer.remove();
      }
    });
  });

  it('has a program for each library that is published', () => {
    expect(Object.keys(packagePrograms).sort()).toEqual(
      names.filter((name) => name !== '@rlm/playground').sort(),
    );
  });
});
