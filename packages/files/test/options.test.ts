import { invalidOption } from '@rlm/config/options-suite';
import { expect, it } from 'vitest';

import { readContextFiles } from '../src/index.js';

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
