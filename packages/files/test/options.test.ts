import { fileURLToPath } from 'node:url';

import { invalidOption } from '@rlm/config/options-suite';
import { expect, it } from 'vitest';

import {
  fileContext,
  readContextFiles,
  type FileContextOptions,
  type ReadContextFilesOptions,
} from '../src/index.js';

const own = fileURLToPath(import.meta.url);
const unset: Record<keyof ReadContextFilesOptions, undefined> = {
  include: undefined,
  exclude: undefined,
  gitignore: undefined,
  maxBytes: undefined,
  encoding: undefined,
  abortSignal: undefined,
};
const unsetOfOne: Record<keyof FileContextOptions, undefined> = { abortSignal: undefined };

it('takes options that are undefined as absent', async () => {
  expect(await readContextFiles(own, unset)).toEqual(await readContextFiles(own));
  expect((await fileContext(own, unsetOfOne)).sha256).toBe((await fileContext(own)).sha256);
});

it.each<[paths: unknown, options: unknown, option: string, ...facts: string[]]>([
  [[], {}, 'paths', 'got an empty list'],
  [5, {}, 'paths', 'got 5'],
  [[3], {}, 'paths[0]', 'got 3'],
  ['x', { signal: 1 }, 'signal', 'abortSignal'],
  ['x', null, 'options', 'got null'],
])('readContextFiles refuses %j with %j', async (paths, options, ...facts) => {
  const error: unknown = await readContextFiles(paths as never, options as never).catch(
    (reason: unknown) => reason,
  );
  expect(error).toEqual(invalidOption(...facts));
});
