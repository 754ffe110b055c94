import { join, sep } from 'node:path';

import { describe, expect, it } from 'vitest';

import { installLine } from '../src/install-line.js';

const within = (...folders: readonly string[]): string =>
  join(sep, ...folders, 'node_modules', '@rlm', 'playground', 'dist', 'cli.js');

describe('installLine', () => {
  it.each([
    ['a project', within('home', 'ada', 'project'), true, 'npm install bullmq@6.7.0 ioredis@6'],
    [
      'a global installation',
      within('usr', 'local', 'lib'),
      false,
      'npm install --global bullmq@6.7.0 ioredis@6',
    ],
    [
      'npx',
      within('home', 'ada', '.npm', '_npx', '1f2e'),
      true,
      'npx --package @rlm/playground --package bullmq@6.7.0 --package ioredis@6 rlm ...',
    ],
    [
      'a clone',
      join(sep, 'rlm', 'apps', 'playground', 'src', 'a.ts'),
      true,
      'npm install bullmq@6.7.0 ioredis@6',
    ],
  ])('names what to type in %s', (_, file, hasManifest, line) => {
    expect(installLine(['bullmq@6.7.0', 'ioredis@6'], file, () => hasManifest)).toBe(line);
  });
});
