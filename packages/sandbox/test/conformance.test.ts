import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { FinalDialect } from '@rlm/repl-types';

import { testSandbox } from '../src/conformance/index.js';
import { conformanceTables } from '../src/conformance/tables.js';
import { scripted } from '../src/scripted/index.js';

const languages = ['python', 'javascript'] as const;

/** How code ends a run in each dialect; a new one must be entered here to compile. */
const dialectMarks: Readonly<Record<FinalDialect, string>> = {
  final: 'FINAL(',
  submit: 'SUBMIT(',
  answer: 'ready',
};

/** What the suite tells a test runner of a scripted backend of a language. */
function describeSuite(language: (typeof languages)[number]): {
  readonly run: readonly string[];
  readonly skipped: readonly string[];
} {
  const capabilities = { snapshot: false, survivesTimeout: false, concurrentCalls: true };
  const backend = { ...scripted([]), language, capabilities };
  const run: string[] = [];
  const skipped: string[] = [];
  const it = Object.assign((name: string) => void run.push(name), {
    skip: (name: string) => void skipped.push(name),
  });
  const describe = (_name: string, body: () => void): void => {
    body();
  };
  testSandbox({ backend }, { describe, it, expect });
  return { run, skipped };
}

describe.each(languages)('the conformance suite in %s', (language) => {
  it.each(Object.entries(dialectMarks))('has cases of the dialect %s', (_, mark) => {
    const rows = Object.values(conformanceTables).flatMap((table) => Object.values(table));
    expect(rows.some((row) => JSON.stringify(row[language]).includes(mark))).toBe(true);
  });

  it('has the cases that the page on an own backend names, so that they can be left out', () => {
    const page = readFileSync(new URL('../docs/own-backend.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^ +'(.+)',$/gm)].map(([, name]) => name);
    expect(named).toHaveLength(10);
    const { run } = describeSuite(language);
    // Those that swallow FINAL have names of their own in each language.
    const known = language === 'python' ? named.slice(0, 8) : named;
    expect(run).toEqual(expect.arrayContaining(known));
  });

  it('has no name twice', () => {
    const { run, skipped } = describeSuite(language);
    const names = [...run, ...skipped.map((name) => name.replace(/ \(skipped: .*/, ''))];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('skips what needs a capability that the backend does not claim, and says why', () => {
    const { run, skipped } = describeSuite(language);
    expect(run).not.toContain('a fork goes its own way');
    for (const name of [
      'a fork goes its own way (skipped: it does not claim snapshot)',
      'variables survive a time-out where the backend says so (skipped: it does not claim survivesTimeout)',
      'helpers are no variables (skipped: it does not claim helpers)',
    ]) {
      expect(skipped).toContain(name);
    }
  });
});
