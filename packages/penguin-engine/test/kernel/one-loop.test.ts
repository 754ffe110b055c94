import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(ts|js|mjs)$/.test(path) && !/(^|[/\\])(node_modules|dist)[/\\]/.test(path),
    )
    .map((path) => join(folder, path));
}

const sources = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).flatMap((name) => {
    try {
      return sourcesBelow(join(root, group, name, 'src'));
    } catch {
      return [];
    }
  }),
);

describe('the repository', () => {
  it('drives the steps of a protocol in one place only', () => {
    const drivers = sources.filter((path) =>
      /\bprotocol\??\.step\s*\(|\.step\.(call|apply|bind)\(/i.test(readFileSync(path, 'utf8')),
    );
    expect(drivers.map((path) => relative(root, path).replaceAll('\\', '/'))).toEqual([
      'packages/penguin-engine/src/kernel/take-step.ts',
    ]);
  });

  it('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });
});

describe('the kernel', () => {
  it('knows no word of what its protocols are about', () => {
    const kernel = sourcesBelow(join(import.meta.dirname, '../../src/kernel'));
    const knowing = kernel.filter((path) =>
      /model|tool|prompt|\bllm/i.test(readFileSync(path, 'utf8')),
    );
    expect(knowing).toEqual([]);
  });

  it('imports nothing of the packages but the shapes and the errors', () => {
    const kernel = sourcesBelow(join(import.meta.dirname, '../../src/kernel'));
    const imported = new Set(
      kernel.flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? ''),
      ),
    );
    const outside = [...imported].filter((name) => !name.startsWith('./')).sort();
    expect(outside).toEqual(['@rlm/policies', '@rlm/repl-types', 'p-queue', 'p-retry']);
  });
});
