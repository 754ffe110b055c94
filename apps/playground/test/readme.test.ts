import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

describe('the smallest program of the README', () => {
  it('has ten lines of code or fewer', () => {
    const lines = example.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.length).toBeLessThanOrEqual(10);
  });
});
