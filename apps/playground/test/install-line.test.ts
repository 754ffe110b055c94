import { join, sep } from 'node:path';

import { describe, expect, it } from 'vitest';

import { installLine } from '../src/install-line.js';

const within = (...folders: readonly string[]): string =>
  join(sep, ...folders, 'node_modules', '@rlm', 'playground', 'dist', 'cli.js');

describe('installLine', () => {
  it.each([
    [
      'a project',
      within('home', 'ada', 'project'),
      true,
      'npm install @ai-sdk/google@3 @modelcontextprotocol/sdk@1',
    ],
    [
      'a global installation',
      within('usr', 'local', 'lib'),
      false,
      'npm install --global @ai-sdk/google@3 @modelcontextprotocol/sdk@1',
    ],
    [
      'npx',
      within('home', 'ada', '.npm', '_npx', '1f2e'),
      true,
      'npx --package @rlm/playground --package @ai-sdk/google@3 --package @modelcontextprotocol/sdk@1 rlm ...',
    ],
    [
      'a clone',
      join(sep, 'rlm', 'apps', 'playground', 'src', 'a.ts'),
      true,
      'npm install @ai-sdk/google@3 @modelcontextprotocol/sdk@1',
    ],
  ])('names what to type in %s', (_, file, hasManifest, line) => {
    expect(
      installLine(['@ai-sdk/google@3', '@modelcontextprotocol/sdk@1'], file, () => hasManifest),
    ).toBe(line);
  });
});
