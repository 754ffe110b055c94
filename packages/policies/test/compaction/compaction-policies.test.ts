import { describe, expect, it } from 'vitest';

import { deterministic, hierarchical, llm, slidingWindow } from '../../src/compaction/index.js';

const history = Array.from({ length: 12 }, (_, at) =>
  Object.freeze({ action: at % 2 === 0 ? 'read' : 'run', output: `output ${at}` }),
);

describe('llm', () => {
  it('gives the steps to the function that is passed in, and keeps its summary', async () => {
    const prompts: string[] = [];
    const policy = llm({
      summarise(prompt) {
        prompts.push(prompt);
        return Promise.resolve(' all read ');
      },
    });
    const { history: compacted, summary } = await policy.compact(history, { task: 'count' });
    expect(summary).toBe('all read');
    expect(compacted).toEqual([
      { type: 'summary', content: 'all read', entries_summarized: 10 },
      ...history.slice(-2),
    ]);
    expect(prompts[0]).toMatch(/200 tokens[^]*Task: count[^]*Step 10: run - output 9$/);
  });

  it('sums up by rule where the model writes nothing, and passes on what it throws', async () => {
    await expect(
      Promise.resolve(llm({ summarise: () => ' ' }).compact(history)),
    ).resolves.toMatchObject({ summary: expect.stringMatching(/^Executed 10 steps: /) as string });
    const failing = llm({ summarise: () => Promise.reject(new Error('no model')) });
    await expect(failing.compact(history)).rejects.toThrow('no model');
  });

  it('fails by name if what came is no text', async () => {
    const wrong = llm({ summarise: (() => Promise.resolve(7)) as never });
    await expect(wrong.compact(history)).rejects.toMatchObject({
      code: 'policy_failed',
      message: expect.stringMatching(/\bsummarise\(\).*'llm'.*, got 7\./) as string,
    });
  });
});

describe('hierarchical', () => {
  it('keeps the last three summaries, and forgets them at reset', () => {
    const policy = hierarchical();
    for (let at = 0; at < 5; at++) void policy.compact(history);
    expect(policy.shouldCompact(history.slice(0, 6))).toBe(true);
    expect(policy.compact(history)).toMatchObject({
      history: [{}, { content: Array(3).fill('[4 steps: read, run]').join(' | ') }, {}, {}, {}, {}],
    });
    policy.reset();
    expect(policy.shouldCompact(history.slice(0, 6))).toBe(false);
  });
});

describe('deterministic', () => {
  it('quotes an output also if it is the only one', async () => {
    const steps = [
      { action: 'read', output: 'the key is 42' },
      { action: 'run', output: 'Error: no' },
      { action: 'run', output: 'last' },
    ];
    const { summary } = await deterministic({ maxEntries: 1, preserveLastN: 1 }).compact(steps);
    expect(summary).toMatch(/Key outputs: .*the key is 42/);
    expect(summary).not.toContain('Error: no');
  });
});

describe.each([slidingWindow(), deterministic(), hierarchical(), llm()])('$name', (policy) => {
  it('counts the steps of an earlier summary, instead of losing them', async () => {
    const once = await policy.compact(history);
    const twice = await policy.compact([...once.history, ...history]);
    expect(JSON.stringify(twice)).toMatch(/1[3-9]|2\d/);
  });

  it('reads a history as it is, or in a context', () => {
    expect(policy.shouldCompact({ task: '', history })).toBe(policy.shouldCompact(history));
    expect(policy.shouldCompact({})).toBe(false);
  });
});
