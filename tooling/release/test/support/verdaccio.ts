import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pnpm, shellEnv } from './pnpm.js';

const folder = fileURLToPath(new URL('../../registry/', import.meta.url));

/** A published version, as the registry describes it. */
interface Published {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

/** A registry that takes packages, on this machine only. */
export interface Verdaccio {
  readonly url: string;
  /** All versions of a package, oldest first. */
  versions(name: string): Promise<readonly Published[]>;
  /** The tarball of a version, as a file. */
  tarball(name: string, version: string): Promise<string>;
  close(): Promise<void>;
}

/** Installs Verdaccio beside the workspace; gives the reason if that fails. */
export async function installVerdaccio(): Promise<string | undefined> {
  try {
    await pnpm(folder, ['install', '--frozen-lockfile', '--prefer-offline']);
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split('\n').filter((line) => line.trim() !== '');
    return `Verdaccio cannot be installed: ${lines.slice(1, 3).join(' ').trim()}`;
  }
}

export async function startVerdaccio(): Promise<Verdaccio> {
  const directory = await mkdtemp(join(tmpdir(), 'rlm-verdaccio-'));
  const child = spawn(process.execPath, ['serve.mjs', directory], {
    cwd: folder,
    env: shellEnv,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => {
      reject(new Error(`Verdaccio ended: ${text}`));
    });
  });
  const describe = async (
    name: string,
  ): Promise<readonly (Published & { dist: { tarball: string } })[]> => {
    const response = await fetch(url + name.replace('/', '%2f'));
    if (!response.ok) return [];
    const { versions } = (await response.json()) as {
      versions: Record<string, Published & { dist: { tarball: string } }>;
    };
    return Object.values(versions);
  };
  return {
    url,
    versions: describe,
    async tarball(name, version) {
      const found = (await describe(name)).find((each) => each.version === version);
      if (found === undefined) throw new Error(`${name} ${version} is not published`);
      const file = join(directory, `${name.replace('/', '-')}-${version}.tgz`);
      const response = await fetch(found.dist.tarball);
      await writeFile(file, Buffer.from(await response.arrayBuffer()));
      return file;
    },
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
