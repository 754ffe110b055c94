import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

/** A registry on this machine only, which serves packages by name. */
export interface LoopbackRegistry {
  readonly url: string;
  close(): Promise<void>;
}

async function readTarball(file: string): Promise<PackedPackage> {
  const { stdout } = await run('tar', ['-xOf', file, 'package/package.json']);
  return {
    manifest: JSON.parse(stdout) as PackedPackage['manifest'],
    tarball: await readFile(file),
  };
}

/** Packs an installed package again, so that it can be installed without a network. */
async function repack(folder: string): Promise<PackedPackage> {
  const directory = await mkdtemp(join(tmpdir(), 'rlm-repack-'));
  try {
    const file = join(directory, 'package.tar');
    const source = await realpath(folder);
    await run('tar', [
      // Not compressed, which npm takes too: nobody but these tests unpacks it.
      '-cf',
      file,
      // The store of pnpm has files of the same content once; npm leaves out links.
      '--hard-dereference',
      '--exclude=./node_modules',
      // What no program and no compiler reads: a quarter of the files.
      '--exclude=*.map',
      '--exclude=*.md',
      '--exclude=./src/*.ts',
      '--transform=s,^\\.,package,',
      '-C',
      source,
      '.',
    ]);
    return await readTarball(file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a client gets for the name of a package, of which there may be several versions. */
function describePackage(versions: readonly PackedPackage[], url: string): string {
  const described = versions.map(({ manifest, tarball }) => {
    const dist = {
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      tarball: `${url}${manifest.name}/-/${manifest.version}.tgz`,
    };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  return JSON.stringify({
    name: versions[0]?.manifest.name,
    'dist-tags': { latest: described.at(-1)?.[0] },
    versions: Object.fromEntries(described),
  });
}

/**
 * Starts a registry that serves the given tarballs, and the packages installed in the given folders.
 */
export async function openRegistry(
  tarballs: readonly string[],
  installed: readonly string[],
): Promise<LoopbackRegistry> {
  const packed = await Promise.all([...tarballs.map(readTarball), ...installed.map(repack)]);
  const packages = new Map<string, PackedPackage[]>();
  for (const entry of packed) {
    const { name } = entry.manifest;
    packages.set(name, [...(packages.get(name) ?? []), entry]);
  }
  let url = '';
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '/')
      .slice(1)
      .split('/-/');
    const versions = packages.get(name);
    const found = versions?.find(({ manifest }) => `${manifest.version}.tgz` === file);
    response.writeHead((file === undefined ? versions : found) === undefined ? 404 : 200);
    if (versions === undefined) response.end('{}');
    else response.end(file === undefined ? describePackage(versions, url) : found?.tarball);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
