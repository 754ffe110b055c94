import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const blocks = [...read('../README.md').matchAll(/```ts\n([^]*?)```/g)].map(
  (match) => match[1] ?? '',
);

const examples = [
  {
    name: 'agent',
    load: () => import('./examples/agent.js'),
    prints: [
      'read_note -> buy milk',
      'finish_task -> Task objective achieved. Marked for human review. Summary: The note says: buy milk [FINISH_STATUS:done]',
      'pending_review done The note says: buy milk',
    ],
  },
  {
    name: 'tools',
    load: () => import('./examples/tools.js'),
    prints: ['completed sent to ada'],
  },
  {
    name: 'parse',
    load: () => import('./examples/parse.js'),
    prints: ['search def main', 'quoted_tag', 'I look first.  Later I call `<finish_response/>`.'],
  },
  {
    name: 'review',
    load: () => import('./examples/review.js'),
    prints: ['completed 100'],
  },
] as const;

describe('README.md', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('shows exactly the examples that are run here', () => {
    const sources = examples.map(({ name }) =>
      read(`./examples/${name}.ts`)
        .replaceAll('../../src/index.js', '@rlm/penguin-engine')
        .replaceAll('../../src/testing/index.js', '@rlm/penguin-engine/testing'),
    );
    expect(blocks).toEqual(sources);
  });

  it('has a complete agent of 25 lines at most', () => {
    expect(blocks[0]?.trim().split('\n').length).toBeLessThanOrEqual(25);
  });

  it.each(examples)('has an example $name that prints what it says', async ({ load, prints }) => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...parts: unknown[]) => {
      lines.push(parts.join(' '));
    });
    await load();
    expect(lines).toEqual(prints);
  });
});
