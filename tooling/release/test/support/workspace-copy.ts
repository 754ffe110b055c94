import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { command, pnpm, workspace } from './pnpm.js';

/** What is published of the workspace. */
export interface Member {
  /** Its path in the workspace. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** A copy of the repository outside of it, of which releases can be made. */
export interface WorkspaceCopy {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** The changesets that wait for a release. */
  changesets(): Promise<readonly string[]>;
  /** The packages that are published, by their manifests as they stand now. */
  members(): Promise<readonly Member[]>;
  commit(message: string): Promise<void>;
  pnpm(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** What git tracks or would track, whoever owns the folder; rejects if it is no repository. */
export async function listFiles(): Promise<readonly string[]> {
  const listed = await command(workspace, [
    'git',
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  return listed.trim().split('\n');
}

/** Copies what git tracks or would track, and installs it from what this machine has; its packages are published to one registry only. */
export async function copyWorkspace(registry: string): Promise<WorkspaceCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'rlm-rehearsal-'));
  for (const path of await listFiles()) {
    if (!existsSync(join(workspace, path))) continue; // Deleted, not yet in the index.
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await cp(join(workspace, path), join(directory, path));
  }
  await pnpm(directory, ['install', '--frozen-lockfile', '--offline']);

  const read = (path: string): Promise<string> => readFile(join(directory, path), 'utf8');
  const copy: WorkspaceCopy = {
    read,
    write: (path, text) => writeFile(join(directory, path), text),
    async changesets() {
      const files = await readdir(join(directory, '.changeset'));
      return files.filter((file) => file.endsWith('.md'));
    },
    async members() {
      const folders = (await readdir(join(directory, 'packages'))).map(
        (name) => `packages/${name}`,
      );
      return Promise.all(
        [...folders, 'apps/playground'].map(async (folder) => {
          const { name, version } = JSON.parse(await read(`${folder}/package.json`)) as Member;
          return { folder, name, version };
        }),
      );
    },
    async commit(message) {
      await command(directory, ['git', 'add', '--all']);
      await command(directory, ['git', 'commit', '--quiet', '--message', message]);
    },
    pnpm: (...args) => pnpm(directory, args, { npm_config_registry: registry }),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
  await copy.write(
    '.npmrc',
    `registry=${registry}\n${registry.replace('http:', '')}:_authToken=nobody\n`.replace(
      '/:_',
      ':_',
    ),
  );
  await command(directory, ['git', 'init', '--quiet', '--initial-branch=main']);
  await copy.commit('Before the release');
  return copy;
}
