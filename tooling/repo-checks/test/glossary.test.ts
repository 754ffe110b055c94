import { describe, expect, it } from 'vitest';

import { exportsOf, isInternal } from './entries.js';
import { errorCodes, eventFields, eventKinds, publicNames } from './public-names.js';
import { packages, read } from './workspace.js';

/** Public names that have a word of the column "not": each with its reason. One that is no longer there fails the test. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Not renamed yet; `TurnEvent` and `Turn` are exchanges of the agent loop, which has Penguin's words.
  turn: [
    '@rlm/penguin-engine#TurnEvent',
    '@rlm/policies#Turn',
    'CompactionOptions.keepTurns',
    'Ledger.reserveInTurn',
  ],
  iteration: ['EngineOwnEvent.iteration', 'TaskEvent.iteration'],
  // A boot image, which is no snapshot.
  image: ['@rlm/sandbox/pyodide#BootImageDiagnostic'],
  note: [
    '@rlm/kernel#CellNote',
    'AnswerReview.note',
    'CellJournal.note',
    'GuardVerdict.note',
    'TerminationDecision.note',
  ],
  // The package that opens an SQLite database.
  driver: ['@rlm/journal/sqlite#DriverName', 'SqliteStoreOptions.driver'],
};

/** Limits of a session with the names of the seed documents. */
const seedLimits = ['cellMs', 'graceMs', 'memoryBytes'];

const sections = read('docs/glossary.md').split('\n## ');

/** The cells of the rows of a section's tables, without their heads. */
function rowsOf(title: string): string[][] {
  const section = sections.find((each) => each.startsWith(`${title}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const isHead = (line: string | undefined): boolean => /^\|[ |-]+\|$/.test(line ?? '');
  return lines
    .filter((line, index) => !isHead(line) && !isHead(lines[index + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The names in code style in a cell. */
const codesIn = (cell = ''): string[] =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** The words of a name, in the singular too: `maxTurns` has `max`, `turns` and `turn`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/)
    .flatMap((part) => [part, part.replace(/s$/, '')]);

describe('docs/glossary.md', () => {
  const all = exportsOf(packages);
  const names = publicNames(all);
  const kinds = eventKinds(all);
  const codes = errorCodes(all);

  const banned = rowsOf('Words').flatMap(([, , not]) => codesIn(not));

  it('has words that are not used', () => {
    expect(banned.length).toBeGreaterThan(10);
    expect(Object.keys(exceptions).filter((word) => !banned.includes(word))).toEqual([]);
  });

  it.each(banned)('keeps its word: no public name has `%s`', (word) => {
    const used = names.filter(({ name }) => wordsOf(name).includes(word));
    const expected = exceptions[word] ?? [];
    expect(used.map(({ place }) => place).sort()).toEqual([...expected].sort());
  });

  it('names every limit by its rule', () => {
    const limits = names.filter(({ place }) => /^\w*Limits\.\w+$/.test(place));
    const byRule = /^(max[A-Z]\w*|\w*[tT]imeoutMs)$/;
    expect(limits.length).toBeGreaterThan(20);
    expect(limits.map(({ name }) => name).filter((name) => !byRule.test(name))).toEqual(seedLimits);
  });

  it('lists every kind of event, and no other', () => {
    const listed = rowsOf('Events').flatMap(([kind]) => codesIn(kind));
    expect(kinds.length).toBeGreaterThan(20);
    expect(listed.sort()).toEqual(kinds);
  });

  it.each([
    ['packages/runner/docs/streaming.md', 'RlmEvent'],
    ['packages/penguin-engine/docs/results.md', 'EngineEvent'],
  ])('has the fields of every event: %s', (page, union) => {
    const [, section = ''] =
      /\n## The fields of an event\n([^]*?)(?:\n## |$)/.exec(read(page)) ?? [];
    const rows = [...section.matchAll(/^\| (`[^|]+) \|([^|]*)\|/gm)];
    const listed = rows.flatMap(([, kind, fields]) =>
      codesIn(kind).map((each) => [each, codesIn(fields).sort()] as const),
    );
    const fields = [...eventFields(all, union)].map(([kind, own]) => [kind, own.sort()] as const);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(fields));
  });

  it('lists an event as a fact if its name is no start, delta or end', () => {
    const pairs = rowsOf('Events').filter(([kind]) => codesIn(kind).length > 1);
    const paired = pairs.flatMap(([kind]) => codesIn(kind));
    const isPaired = (kind: string): boolean => /^[a-z-]+-(start|delta|end)$/.test(kind);
    expect(paired.filter((kind) => !isPaired(kind))).toEqual([]);
    expect(kinds.filter((kind) => isPaired(kind) && !paired.includes(kind))).toEqual([]);
    for (const [kind] of pairs) {
      expect(codesIn(kind)[0]).toMatch(/-start$/);
      expect(codesIn(kind).at(-1)).toMatch(/-end$/);
    }
  });

  it('lists every error code with its class, and no other', () => {
    const rows = rowsOf('Error codes').map(([code, error]) => [
      codesIn(code)[0],
      codesIn(error)[0],
    ]);
    const classes = new Map(
      all.exports.filter(({ entry }) => !isInternal(entry)).map((each) => [each.name, each]),
    );
    expect(codes.length).toBeGreaterThan(30);
    expect(rows.map(([code]) => code).sort()).toEqual(codes);
    for (const [code = '', error = ''] of rows) {
      const found = classes.get(error);
      expect(found, `${error} is exported`).toBeDefined();
      if (found !== undefined) expect(errorCodes({ ...all, exports: [found] })).toContain(code);
    }
  });

  it('has a section in docs/errors.md for each of them, which says what to do', () => {
    const [, ...sections] = read('docs/errors.md').split(/^## /m);
    expect(sections.map((section) => codesIn(section)[0])).toEqual(codes);
    const silent = sections.filter((section) => !/^- \S/m.test(section));
    expect(silent.map((section) => codesIn(section)[0])).toEqual([]);
  });

  it('names error codes in snake case', () => {
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });
});
