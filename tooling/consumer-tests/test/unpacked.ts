import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

/** A tarball as it is installed: its files, by their paths in the package. */
export type Unpacked = ReadonlyMap<string, string>;

export function unpack(tarball: string): Unpacked {
  const directory = mkdtempSync(join(tmpdir(), 'rlm-unpacked-'));
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', directory]);
    const folder = join(directory, 'package');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return new Map(
      files.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')];
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What is wrong with the source maps of a package: sources that it does not have, and texts of them that it has twice. */
export function mapFaults(files: Unpacked): string[] {
  return [...files]
    .filter(([path]) => path.endsWith('.map'))
    .flatMap(([path, text]) => {
      const map = JSON.parse(text) as { sources: readonly string[]; sourcesContent?: unknown };
      const absent = map.sources.filter(
        (source) => !files.has(posix.join(posix.dirname(path), source)),
      );
      const texts = map.sourcesContent === undefined ? [] : ['the texts of its sources'];
      return [...absent, ...texts].map((fault) => `${path}: ${fault}`);
    });
}
