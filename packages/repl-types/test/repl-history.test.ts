import { describe, expect, it } from 'vitest';

import { cutText, REPLEntry, REPLHistory, type LlmCall } from '../src/index.js';
import { readVectors } from './support/vectors.js';

interface EntryRow {
  readonly reasoning?: string;
  readonly code?: string;
  readonly output?: string;
  readonly execution_time?: number;
  readonly llm_calls?: readonly LlmCall[];
}

interface Input {
  readonly kind: 'entry' | 'history';
  readonly entry?: EntryRow;
  readonly index?: number | null;
  readonly entries?: readonly EntryRow[];
  readonly max_entries?: number;
}

const toInit = ({ execution_time, llm_calls, ...rest }: EntryRow) => ({
  ...rest,
  ...(execution_time === undefined ? {} : { executionTimeMs: execution_time * 1000 }),
  ...(llm_calls === undefined ? {} : { llmCalls: llm_calls }),
});

describe('REPLEntry and REPLHistory', () => {
  for (const row of readVectors<Input, string>('repl_entry_history')) {
    const { kind, entry, index, entries = [], max_entries } = row.input;
    it(`follow the vector ${row.name}`, () => {
      const text =
        kind === 'entry'
          ? new REPLEntry(toInit(entry ?? {})).format(index)
          : entries
              .reduce((history, init) => history.append(toInit(init)), new REPLHistory())
              .format(max_entries === undefined ? {} : { maxEntries: max_entries });
      expect(text).toBe(row.better ?? row.expected);
    });
  }
});

describe('REPLEntry', () => {
  it('is frozen, with its calls', () => {
    const llmCalls = [{ prompt: 'a' }];
    const entry = new REPLEntry({ llmCalls });
    llmCalls.push({ prompt: 'b' });
    expect(entry.llmCalls).toEqual([{ prompt: 'a' }]);
    expect(Object.isFrozen(entry) && Object.isFrozen(entry.llmCalls[0])).toBe(true);
  });

  it('takes its time from who makes it, and the clock only where none is given', () => {
    expect(new REPLEntry({ timestamp: '2024-01-01T00:00:00.000Z' }).timestamp).toBe(
      '2024-01-01T00:00:00.000Z',
    );
    expect(new REPLEntry().timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});

describe('REPLEntry.format', () => {
  const output = `${'a'.repeat(1500)}${'😀'.repeat(1500)}${'b'.repeat(1500)}`;

  it('cuts long output after 2,000 characters, none of them in two', () => {
    const text = new REPLEntry({ output }).format();
    expect(text).toContain(`${'a'.repeat(1500)}${'😀'.repeat(500)}\n... (truncated)\n`);
  });

  it('keeps both ends of long output on request, and says how much is left out', () => {
    const text = new REPLEntry({ output }).format({ index: 3, truncate: 'head-tail' });
    const between = `\n... (2,500 characters left out) ...\n`;
    expect(text).toBe(
      `[Step 3]\nOutput:\n\`\`\`\n${'a'.repeat(1000)}${between}${'b'.repeat(1000)}\n\`\`\``,
    );
  });

  it('counts what was left out before the output came here', () => {
    const cut = cutText('a'.repeat(30_000), 20_000);
    const entry = new REPLEntry({ output: cut.text, outputGaps: cut.gaps });
    const text = entry.format({ truncate: 'head-tail' });
    expect(text.match(/left out/g)).toHaveLength(1);
    expect(text).toContain('... (28,000 characters left out) ...');
  });

  it.each(['head', 'head-tail'] as const)(
    'leaves output of 2,000 characters whole (%s)',
    (truncate) => {
      const whole = '😀'.repeat(2000);
      expect(new REPLEntry({ output: whole }).format({ truncate })).toContain(`\n${whole}\n`);
    },
  );

  it('tags code with its language and fences it safely', () => {
    const entry = new REPLEntry({ code: 'const md = "```";' });
    expect(entry.format({ language: 'javascript' })).toBe(
      '[Step]\nCode:\n````javascript\nconst md = "```";\n````',
    );
  });

  it('tags code with the language that the entry knows, and keeps it as data', () => {
    const entry = new REPLEntry({ code: 'let a = 1', language: 'javascript', timestamp: '' });
    expect(entry.format()).toBe('[Step]\nCode:\n```javascript\nlet a = 1\n```');
    expect(entry.format({ language: 'js' })).toContain('```js\n');
    const history = REPLHistory.fromJSON(JSON.parse(JSON.stringify(new REPLHistory([entry]))));
    expect(history.format()).toContain('```javascript\nlet a = 1\n```');
    expect(new REPLEntry({ code: 'a = 1' }).toJSON()).not.toHaveProperty('language');
  });
});

describe('REPLHistory', () => {
  it('leaves a history as it is when another is made of it', () => {
    const empty = new REPLHistory();
    const one = empty.append({ code: 'a' });
    const left = one.append({ code: 'b' });
    const right = one.append({ code: 'c' });
    expect([empty.length, one.length, left.length]).toEqual([0, 1, 2]);
    expect([...left].map(({ code }) => code)).toEqual(['a', 'b']);
    expect([...right].map(({ code }) => code)).toEqual(['a', 'c']);
    expect(left.entries[0]).toBe(right.entries[0]);
    expect(Object.isFrozen(one) && Object.isFrozen(one.entries)).toBe(true);
    expect([empty.isEmpty, one.isEmpty]).toEqual([true, false]);
  });

  it('takes 10,000 appends without copying what is there', () => {
    const steps: REPLHistory[] = [];
    let history = new REPLHistory();
    for (let index = 0; index < 10_000; index++) {
      history = history.append({ code: String(index), timestamp: '' });
      steps.push(history);
    }
    expect(history.length).toBe(10_000);
    expect(history.latest(2).map(({ code }) => code)).toEqual(['9998', '9999']);
    expect(steps[4999]?.latest(1)[0]).toBe(history.entries[4999]);
  });

  it('numbers entries as in the whole history', () => {
    const history = new REPLHistory([{ code: 'a' }, { code: 'b' }]);
    expect(history.format({ maxEntries: 1, language: 'javascript' })).toBe(
      '(Showing last 1 of 2 steps)\n\n[Step 2]\nCode:\n```javascript\nb\n```',
    );
  });
});

describe('REPLHistory.fromJSON', () => {
  it('takes a number for maxEntries', () => {
    const history = new REPLHistory([1, 2, 3, 4].map((step) => ({ code: String(step) })));
    expect(history.format(2)).toBe(history.format({ maxEntries: 2 }));
    expect(history.format(2)).toMatch(/^\(Showing last 2 of 4 steps\)/);
  });

  it.each([['5'], [null], [{ maxEntries: '5' }], [Number.NaN]])(
    'throws where format is given %j',
    (options) => {
      expect(() => new REPLHistory().format(options as never)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    },
  );

  it('reads what toJSON wrote', () => {
    const history = new REPLHistory([
      {
        code: 'a',
        output: '1',
        outputGaps: [{ at: 1, characters: 2 }],
        llmCalls: [{ prompt: 'p' }],
      },
    ]);
    const copy = REPLHistory.fromJSON(JSON.parse(JSON.stringify(history)));
    expect(copy.toJSON()).toEqual(history.toJSON());
    expect(copy.entries[0]).toBeInstanceOf(REPLEntry);
  });

  it.each([
    [null, 'version and entries, got null'],
    [[], 'version 1, got undefined'],
    [{ version: 2, entries: [] }, 'version 1, got 2'],
    [{ version: 1 }, 'array of entries, got undefined'],
    [{ version: 1, entries: [3] }, /\bonly entries\b.*, got 3/],
    [{ version: 1, entries: [{ code: 3 }] }, 'only entries'],
    [{ version: 1, entries: [{ outputGaps: [{ at: '1' }] }] }, 'only entries'],
  ])('refuses %j', (json, message) => {
    expect(() => REPLHistory.fromJSON(json)).toThrow(message);
  });
});
