import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** A version of a package: its tarball, or the folder that is packed when it is asked for. */
interface Version {
  readonly manifest: Manifest;
  readonly content: Buffer | string;
}

/** A registry of npm on the loopback interface, which takes what is published to it. */
export interface Registry {
  readonly url: string;
  readonly versionsOf: (name: string) => readonly Version[];
}

/** Opens a registry that serves tarballs, and whatever this workspace has installed of others. */
export async function openRegistry(tarballs: readonly string[]): Promise<Registry> {
  const versions = new Map<string, Version[]>();
  const versionsOf = (name: string): readonly Version[] => versions.get(name) ?? [];
  const add = (manifest: Manifest, content: Buffer | string): void => {
    const sorted = [...versionsOf(manifest.name), { manifest, content }].sort((one, other) =>
      one.manifest.version.localeCompare(other.manifest.version, 'en', { numeric: true }),
    );
    versions.set(manifest.name, sorted);
  };
  const store = join(root, 'node_modules/.pnpm');
  for (const entry of readdirSync(store)) {
    const [name = ''] = /^@?[^@]+/.exec(entry.replace('+', '/')) ?? [];
    const folder = join(store, entry, 'node_modules', name);
    if (existsSync(folder)) add(readManifest(folder), folder);
  }
  for (const file of tarballs) {
    const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
    add(JSON.parse(text) as Manifest, readFileSync(file));
  }

  /** What a client gets for the name of a package. */
  const describePackage = (name: string): object => {
    const described = versionsOf(name).map(({ manifest }) => {
      const dist = { tarball: `${url}${name}/-/${manifest.version}.tgz` };
      return [manifest.version, { ...manifest, dist }] as const;
    });
    const tags = { latest: described.at(-1)?.[0] };
    return { name, 'dist-tags': tags, versions: Object.fromEntries(described) };
  };
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const found = versionsOf(name).find(({ manifest }) => `${manifest.version}.tgz` === file);
    if (request.method === 'PUT') {
      void json(request).then((body) => {
        const published = body as Record<'versions' | '_attachments', Record<string, never>>;
        const [manifest] = Object.values<Manifest>(published.versions);
        const [attachment] = Object.values<{ readonly data: string }>(published._attachments);
        if (manifest && attachment) add(manifest, Buffer.from(attachment.data, 'base64'));
        response.end('{}');
      });
    } else if (typeof found?.content === 'string') pack(found.content).pipe(response);
    else if (found !== undefined) response.end(found.content);
    else if (versions.has(name)) response.end(JSON.stringify(describePackage(name)));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, versionsOf };
}

/** Packs a folder. npm leaves out hard links, of which the store of pnpm is full. */
function pack(folder: string): NodeJS.ReadableStream {
  const leftOut = ['./node_modules', '*.map', '*.md'].map((pattern) => `--exclude=${pattern}`);
  const options = ['--hard-dereference', '--transform=s,^\\.,package,', ...leftOut];
  return spawn('tar', ['-cf', '-', ...options, '-C', folder, '.']).stdout;
}
