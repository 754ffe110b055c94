import { describe, expect, it } from 'vitest';

import type { FinalDialect } from '@rlm/repl-types';

import { testSandbox } from '../src/conformance/index.js';
import { lifecycleCases } from '../src/conformance/lifecycle.js';
import { swallowCases } from '../src/conformance/swallow/index.js';
import { conformanceTables } from '../src/conformance/tables.js';
import { scripted } from '../src/scripted/index.js';

const languages = ['python', 'javascript'] as const;
const rows = Object.values(conformanceTables).flat();

/** How code ends a run in each dialect; a new one must be entered here to compile. */
const dialectMarks: Readonly<Record<FinalDialect, string>> = {
  final: 'FINAL(',
  submit: 'SUBMIT(',
  answer: 'ready',
};

describe.each(languages)('the conformance suite in %s', (language) => {
  it('has at least 100 cases with a source each', () => {
    const sources = rows.map((row) => row[language]);
    expect(sources.length).toBeGreaterThanOrEqual(100);
    const isCode = (code: unknown): boolean => typeof code === 'string';
    expect(sources.every((cells) => isCode(cells) || (cells as unknown[]).every(isCode))).toBe(
      true,
    );
  });

  it.each(Object.entries(dialectMarks))('has cases of the dialect %s', (_, mark) => {
    expect(rows.some((row) => JSON.stringify(row[language]).includes(mark))).toBe(true);
  });

  it('has at least 40 ways to swallow a final', () => {
    expect(swallowCases[language].length).toBeGreaterThanOrEqual(40);
  });

  it('has no name twice', () => {
    const names = [...rows, ...lifecycleCases, ...swallowCases[language]].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('every case of the conformance suite', () => {
  it('looks at more than the outcome, unless the outcome is what it is about', () => {
    const idle = rows.filter(({ expected }) => Object.keys(expected).length === 0);
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it('is listed under the topics of the suite', () => {
    const topics = Object.keys(conformanceTables);
    expect(topics).toEqual(
      expect.arrayContaining(['state', 'output', 'errors', 'host calls', 'batches', 'finals']),
    );
    expect(topics).toEqual(expect.arrayContaining(['limits', 'variables', 'texts']));
    expect(lifecycleCases.length).toBeGreaterThanOrEqual(20);
  });
});

describe('testSandbox', () => {
  it('skips what needs an ability that the backend does not claim, and says why', () => {
    const backend = {
      ...scripted([]),
      capabilities: { snapshot: false, survivesTimeout: false, concurrentCalls: true },
    };
    const run: string[] = [];
    const skipped: string[] = [];
    const it = Object.assign((name: string) => void run.push(name), {
      skip: (name: string) => void skipped.push(name),
    });
    const describe = (_name: string, body: () => void): void => {
      body();
    };
    testSandbox({ backend }, { describe, it, expect });
    expect(run).not.toContain('a fork goes its own way');
    expect(skipped).toContain('a fork goes its own way (skipped: it does not claim snapshot)');
    expect(skipped).toContain(
      'variables survive a time-out where the backend says so (skipped: it does not claim survivesTimeout)',
    );
    const cases: readonly { readonly needs?: unknown }[] = [...lifecycleCases, ...rows];
    const needing = cases.filter(({ needs }) => needs !== undefined);
    expect(skipped.length).toBe(needing.length);
  });
});
