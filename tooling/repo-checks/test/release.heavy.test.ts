import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { folders, run, write } from '../../consumer-tests/test/project.js';
import {
  openRegistry,
  readManifest,
  root,
  type Registry,
} from '../../consumer-tests/test/registry.js';

/** The files of the workspace that git tracks, or would track. */
function listFiles(): readonly string[] {
  const args = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return listed.filter((path) => existsSync(join(root, path)));
}

/** A file of a tarball. */
const readPacked = (content: Buffer | string, path: string): string =>
  execFileSync('tar', ['-xzO', `package/${path}`], { input: content, encoding: 'utf8' });

/** Somebody who makes a release, without settings of their own for git. */
const person = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Release',
  GIT_AUTHOR_EMAIL: 'release@localhost',
  GIT_COMMITTER_NAME: 'Release',
  GIT_COMMITTER_EMAIL: 'release@localhost',
};

describe('a release from a copy of the workspace', () => {
  let registry: Registry;
  let copy: string;
  const command = (...line: readonly string[]): Promise<string> =>
    run(copy, line, { ...person, npm_config_registry: registry.url });
  const commit = async (): Promise<void> => {
    await command('git', 'add', '--all');
    await command('git', 'commit', '--quiet', '--message', 'Versions');
  };
  const publish = async (): Promise<void> => {
    await command('pnpm', 'exec', 'turbo', 'run', 'build', '--filter=./{packages,apps}/*');
    await command('pnpm', 'exec', 'changeset', 'publish');
  };
  const manifests = () => folders.map((folder) => readManifest(join(copy, folder)));
  /** The versions of each package that were published, by its name. */
  const published = (): Record<string, readonly string[]> =>
    Object.fromEntries(
      manifests().map(({ name }) => [
        name,
        registry.versionsOf(name).map(({ manifest }) => manifest.version),
      ]),
    );

  beforeAll(async () => {
    registry = await openRegistry([]);
    copy = await mkdtemp(join(tmpdir(), 'rlm-release-'));
    for (const path of listFiles()) cpSync(join(root, path), join(copy, path));
    const npmrc = `registry=${registry.url}\n${registry.url.slice('http:'.length)}:_authToken=nobody\n`;
    await write(copy, { '.npmrc': npmrc });
    await command('git', 'init', '--quiet', '--initial-branch=main');
    await commit();
    await command('pnpm', 'install', '--frozen-lockfile', '--offline');
    await command('pnpm', 'exec', 'changeset', 'version');
    await commit();
    await publish();
  }, 1_800_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('publishes every package, in the version that its changeset asks for', () => {
    const versions = manifests().map(({ name, version }) => [name, [version]] as const);
    expect(published()).toEqual(Object.fromEntries(versions));
    expect(versions.filter(([, [version]]) => version === '0.0.0')).toEqual([]);
  });

  it('packs real versions of dependencies, and a changelog', () => {
    const known = new Map(manifests().map(({ name, version }) => [name, version]));
    for (const [name, version] of known) {
      const [{ content } = { content: '' }] = registry.versionsOf(name);
      const text = readPacked(content, 'package.json');
      expect(text).not.toContain('workspace:');
      const { dependencies = {} } = JSON.parse(text) as ReturnType<typeof readManifest>;
      for (const [each, range] of Object.entries(dependencies))
        if (known.has(each)) expect(`${each} ${range}`).toBe(`${each} ^${known.get(each)}`);
      expect(readPacked(content, 'CHANGELOG.md')).toContain(`# ${name}\n\n## ${version}\n`);
    }
  });

  it('leaves packages that install by name and load', async () => {
    const project = await mkdtemp(join(tmpdir(), 'rlm-released-'));
    await run(project, ['npm', 'install', '@rlm/penguin-engine', '--registry', registry.url]);
    const script = `import { runTask } from '@rlm/penguin-engine'; console.log(typeof runTask);`;
    const args = ['node', '--input-type=module', '--eval', script];
    expect(await run(project, args)).toBe('function');
    await rm(project, { recursive: true });
  });

  it('publishes nothing the second time, and then one package that is patched alone', async () => {
    const before = published();
    await publish();
    expect(published()).toEqual(before);
    const patch = `---\n'@rlm/kernel': patch\n---\n\nA patch.\n`;
    await write(copy, { '.changeset/a-patch.md': patch });
    await command('pnpm', 'exec', 'changeset', 'version');
    await commit();
    await publish();
    const kernel = [...(before['@rlm/kernel'] ?? []), '0.1.1'];
    expect(published()).toEqual({ ...before, '@rlm/kernel': kernel });
  }, 900_000);
});
