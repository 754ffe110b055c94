import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build, type Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';

import { packages, read, root } from './workspace.js';

interface SizeLimit {
  readonly name: string;
  /** What a user writes between `import` and `from`; `*` for everything. */
  readonly import: string;
  /** The entry: `.` or `./subpath`. */
  readonly from: string;
  readonly limitBytes: number;
  /** Whether the other packages count too: what a user's program ships for it. */
  readonly withPackages?: boolean;
}

/** What a user installs beside the packages, or not at all. */
const peers = packages.flatMap((name) => {
  const { peerDependencies = {}, dependencies = {} } = JSON.parse(
    read(`packages/${name}/package.json`),
  ) as Readonly<Record<string, Record<string, string>>>;
  // Packages of others, which `@rlm/runner/node` needs, run on Node.js alone: nobody bundles them for a page.
  const others = Object.keys(dependencies).filter((key) => !key.startsWith('@rlm/'));
  return [...Object.keys(peerDependencies), ...others];
});

/**
 * Size of what a user's bundler keeps: minified, gzipped, peers left out, and other packages unless they count. Nor does what is loaded
 * only when it is used (`import()`): bundlers put that into files of their own.
 */
async function measure(name: string, limit: SizeLimit): Promise<number> {
  const specifier = `@rlm/${name}${limit.from.slice(1)}`;
  const contents =
    limit.import === '*'
      ? `export * from '${specifier}'`
      : `export ${limit.import} from '${specifier}'`;
  const others = limit.withPackages === true ? [] : packages.filter((other) => other !== name);
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(root, 'tooling/repo-checks') },
    bundle: true,
    splitting: true,
    outdir: root,
    absWorkingDir: root,
    metafile: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*', ...peers, ...others.map((other) => `@rlm/${other}`)],
    logLevel: 'error',
  });
  const outputs = new Map(outputFiles.map((file) => [relative(root, file.path), file]));
  const loaded = staticImports(metafile.outputs, 'stdin.js');
  const code = loaded.map((path) => outputs.get(path)?.text ?? '').join('\n');
  return gzipSync(code, { level: 9 }).length;
}

/** An output, and those that it imports at once. */
function staticImports(outputs: Metafile['outputs'], entry: string): readonly string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) found.add(imported);
    }
  }
  return [...found];
}

describe.each(packages)('the size of @rlm/%s', (name) => {
  const file = `packages/${name}/size-limits.json`;
  const limits = existsSync(join(root, file)) ? (JSON.parse(read(file)) as SizeLimit[]) : [];

  it('has a ceiling', () => {
    expect(limits.length).toBeGreaterThan(0);
  });

  it.each(limits)('stays under its ceiling: $name', async (limit) => {
    const bytes = await measure(name, limit);
    process.stdout.write(
      `@rlm/${name}, ${limit.name}: ${bytes} bytes gzipped, ceiling ${limit.limitBytes}\n`,
    );
    expect(bytes).toBeLessThanOrEqual(limit.limitBytes);
  });
});

describe('the sizes that the README names', () => {
  it.each(packages)('are those of @rlm/%s as built, within a tenth', async (name) => {
    const row = new RegExp(`\\| \\[\`@rlm/${name}\`\\].*\\| (\\d+\\.\\d) kB`).exec(
      read('README.md'),
    );
    const bytes = await measure(name, { name, import: '*', from: '.', limitBytes: 0 });
    expect(Number(row?.[1]) * 1000).toBeGreaterThan(bytes * 0.9);
    expect(Number(row?.[1]) * 1000).toBeLessThan(bytes * 1.1);
  });
});
