import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inlineForEsbuild } from '@rlm/config/inline';
import { build } from 'esbuild';

/** A program that Node.js can run, made of the sources. */
export interface BundledHost {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/** Bundles a program that stands in a test's text; its imports are those of a file of this folder. */
export async function bundleHost(contents: string): Promise<BundledHost> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-host-'));
  const file = join(folder, 'host.mjs');
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@rlm/source'],
    external: ['@pydantic/*'],
    plugins: [inlineForEsbuild],
    logLevel: 'silent',
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
