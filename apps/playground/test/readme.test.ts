import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { startOpenAiServer } from './models/openai-server.js';

const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

describe('the smallest program of the README', () => {
  it('has ten lines of code or fewer', () => {
    const lines = example.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it('answers, with a model behind an endpoint', async () => {
    const server = await startOpenAiServer([
      'I look.\n```js\nprint(context.match(/travel[^.]*/)[0])\n```',
      '```js\nFINAL(context.match(/approved by ([^.]*)/)[1])\n```',
    ]);
    // Below this package, so that its dependencies are found.
    const folder = fileURLToPath(new URL('../reports/readme', import.meta.url));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'handbook.txt'), 'All travel is approved by Ines Duarte.');
    await writeFile(join(folder, 'main.mjs'), example.replace(/http:[^']*/, server.baseUrl));
    try {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: folder });
      expect(stdout.trim()).toBe('Ines Duarte');
      expect(server.requests).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});
