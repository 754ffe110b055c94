import { describe, expect, it } from 'vitest';

import type { CoverageSpan } from '../../src/index.js';
import { createTracker } from '../../src/reading/tracker.js';
import { measureContexts } from '../../src/reading/measured-text.js';
import { prose, type Prose } from './prose.js';

/** A read of a trajectory: what was printed or given, and which part of the context that is. */
interface Read {
  readonly read: string;
  readonly parts: readonly (readonly [start: number, end: number])[];
}

type Form = (text: string, source: Prose) => Read;

/** A part of a text, of 64 characters and more. */
function part(text: string, { below }: Prose, most = 4000): [number, number] {
  const length = 64 + below(most);
  const start = below(text.length - length);
  return [start, start + length];
}

/** Whole lines of a text, from a place on. */
function lines(text: string, source: Prose): { readonly lines: string[]; readonly from: number } {
  const from = text.indexOf('\n', source.below(text.length / 2)) + 1;
  return {
    lines: text
      .slice(from)
      .split('\n')
      .slice(0, 3 + source.below(60)),
    from,
  };
}

/** A text as Python's repr writes it. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}

/** A text as Python's json.dumps writes it. */
function dumps(text: string): string {
  return JSON.stringify(text).replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const written = (write: (text: string) => string): Form => {
  return (text, source) => {
    const [start, end] = part(text, source);
    return { read: write(text.slice(start, end)), parts: [[start, end]] };
  };
};

const numbered = (write: (line: string, number: number) => string): Form => {
  return (text, source) => {
    const { lines: taken, from } = lines(text, source);
    const read = taken.map((line, index) => write(line, index + 17)).join('\n');
    return { read: `${read}\n`, parts: [[from, from + taken.join('\n').length]] };
  };
};

const forms: Readonly<Record<string, Form>> = {
  'a slice that is printed': written((text) => `${text}\n`),
  'JSON.stringify of a slice': written((text) => JSON.stringify(text)),
  'repr of a slice': written(repr),
  'json.dumps of a slice': written(dumps),
  'a chunk with a prompt around': written(
    (text) =>
      `Who is named in this passage? Answer with names alone.\n\n<p>\n${text}\n</p>\nNames:`,
  ),
  'a list of lines': (text, source) => {
    const { lines: taken, from } = lines(text, source);
    return { read: JSON.stringify(taken), parts: [[from, from + taken.join('\n').length]] };
  },
  'lines with numbers': numbered((line, number) => `${number}: ${line}`),
  'lines with numbers in brackets': numbered((line, number) => `[${number}] ${line}`),
  'lines with numbers and tabs': numbered((line, number) => `${number}\t${line}`),
  'lines with a path and a number': numbered((line, number) => `books/one.txt:${number}:${line}`),
  'output of grep': (text, source) => {
    const { lines: taken, from } = lines(text, source);
    const found: { line: string; start: number; index: number }[] = [];
    taken.reduce((start, line, index) => {
      if (index % 3 === 0 && line.length >= 64) found.push({ line, start, index });
      return start + line.length + 1;
    }, from);
    return {
      read: `${found.map(({ line, index }) => `${index}:${line}`).join('\n')}\n`,
      parts: found.map(({ line, start }) => [start, start + line.length + 1]),
    };
  },
  'chunks that overlap': (text, source) => {
    const [start] = part(text, source);
    const ends = [start + 1500, start + 2700].map((end) => Math.min(end, text.length));
    const [first = 0, second = 0] = ends;
    const second2 = Math.max(start, first - 300);
    return {
      read: `Part 1:\n${text.slice(start, first)}\n\nPart 2:\n${text.slice(second2, second)}`,
      parts: [[start, second]],
    };
  },
};

/** Texts of several kinds: prose, a log, code. */
function textOf(kind: number, source: Prose): string {
  if (kind % 3 === 0) return source.text(60_000);
  const { pick, below } = source;
  const makeLine =
    kind % 3 === 1
      ? (index: number) =>
          `2026-03-${String(1 + Math.floor(index / 900)).padStart(2, '0')}T${String(Math.floor(index / 60) % 24).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:07Z ${pick(['INFO', 'WARN'])} ${pick(['request completed with status 200', 'connection reset by peer', 'cache miss'])} host=${pick(['alpha', 'beta'])} took ${below(900)} ms`
      : (index: number) =>
          pick([
            `  const value${index} = compute(${pick(['left', 'right'])}${below(900)}, ${below(99)});`,
            `  if (value${below(900)} === null) return undefined; // ${source.text(30).replaceAll('\n', ' ')}`,
            `function handle${index}(request${below(99)}, response) {`,
            '}',
            '',
          ]);
  return Array.from({ length: 900 }, (_, index) => makeLine(index)).join('\n');
}

/** How many characters of the parts that were found, and of the true ones, there are, and of both. */
function compare(
  length: number,
  unread: readonly CoverageSpan[],
  parts: readonly (readonly [number, number])[],
): { found: number; truth: number; both: number } {
  const isTrue = new Uint8Array(length);
  const isFound = new Uint8Array(length).fill(1);
  for (const [start, end] of parts) isTrue.fill(1, start, end);
  for (const { start, end } of unread) isFound.fill(0, start, end);
  const count = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
  const both = count(isTrue.map((mark, at) => mark & (isFound[at] ?? 0)));
  return { found: count(isFound), truth: count(isTrue), both };
}

describe('the account of what was read', () => {
  it('is exact over 50 trajectories of six reads: recall and precision of 0.99', async () => {
    const sums = new Map<string, { found: number; truth: number; both: number }>();
    const all = { found: 0, truth: 0, both: 0 };
    for (let trajectory = 0; trajectory < 50; trajectory += 1) {
      const source = prose(trajectory + 100);
      const text = textOf(trajectory, source);
      const tracker = createTracker(new Map([['context', text]]));
      const parts: (readonly [number, number])[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const [, form] = source.pick(Object.entries(forms));
        const read = form(text, source);
        parts.push(...read.parts);
        await tracker.read(read.read, turn % 2 === 0 ? 'root' : 'sub', false);
      }
      const { unread } = await tracker.report();
      const counted = compare(text.length, unread, parts);
      const kind = ['prose', 'log', 'code'][trajectory % 3] ?? '';
      for (const sum of [all, sums.get(kind) ?? { found: 0, truth: 0, both: 0 }]) {
        sum.found += counted.found;
        sum.truth += counted.truth;
        sum.both += counted.both;
        if (sum !== all) sums.set(kind, sum);
      }
    }
    const shares = [...sums, ['all', all] as const].map(([kind, { found, truth, both }]) => {
      const recall = both / truth;
      const precision = both / found;
      process.stdout.write(
        `coverage, ${kind}: recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}\n`,
      );
      return { recall, precision };
    });
    for (const { recall, precision } of shares) {
      expect(recall).toBeGreaterThan(0.99);
      expect(precision).toBeGreaterThan(0.99);
    }
  });

  it.each(Object.entries(forms))('is exact for %s', async (_, form) => {
    const source = prose(7);
    const text = source.text(60_000);
    const all = { found: 0, truth: 0, both: 0 };
    for (let index = 0; index < 20; index += 1) {
      const tracker = createTracker(new Map([['context', text]]));
      const { read, parts } = form(text, source);
      await tracker.read(read, 'root', false);
      const counted = compare(text.length, (await tracker.report()).unread, parts);
      all.found += counted.found;
      all.truth += counted.truth;
      all.both += counted.both;
    }
    expect(all.both / all.truth).toBeGreaterThan(0.99);
    expect(all.both / all.found).toBeGreaterThan(0.99);
  });
});

/** Data as Python's repr writes it. */
function pythonRepr(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return repr(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `'${key}': ${pythonRepr(member)}`);
  return `{${members.join(', ')}}`;
}

describe('records of JSON data', () => {
  const source = prose(3);
  const records = Array.from({ length: 1000 }, (_, id) => ({
    id,
    user: `user ${source.below(300)}`,
    isOpen: source.below(2) === 0,
    score: source.below(3) === 0 ? null : source.below(1000) / 10,
    note: source.text(20 + source.below(200)),
  }));

  it.each([
    ['JSON.stringify', (some: readonly unknown[]) => JSON.stringify(some)],
    ['JSON.stringify with indentation', (some) => JSON.stringify(some, null, 2)],
    ['JSON, one a line', (some) => some.map((record) => JSON.stringify(record)).join('\n')],
    ['numbered JSON', (some) => some.map((each, i) => `${i}. ${JSON.stringify(each)}`).join('\n')],
    ['repr', pythonRepr],
    ['JSON in JSON', (some) => JSON.stringify({ prompt: `Look: ${JSON.stringify(some)}` })],
  ] satisfies readonly (readonly [string, (some: readonly unknown[]) => string])[])(
    'are found as %s',
    async (_, write) => {
      const measured = await measureContexts(new Map([['context', records]]));
      const all = { found: 0, truth: 0, both: 0 };
      for (let index = 0; index < 20; index += 1) {
        const from = source.below(900);
        const to = from + 1 + source.below(40);
        const tracker = createTracker(new Map([['context', records]]));
        await tracker.read(write(records.slice(from, to)), 'root', false);
        const chars = (some: typeof records): number =>
          some.reduce((sum, { user, note }) => sum + user.length + note.length, 0);
        const truth = chars(records.slice(from, to));
        const { unread, fraction } = await tracker.report();
        const found = Math.round(fraction * measured.total);
        // What is unread of the records that were read.
        const missed = unread.reduce((sum, { path = '', start, end }) => {
          const id = Number(path.split('/')[1]);
          return id >= from && id < to ? sum + end - start : sum;
        }, 0);
        all.found += found;
        all.truth += truth;
        all.both += truth - missed;
      }
      expect(all.both / all.truth).toBeGreaterThan(0.99);
      expect(all.both / all.found).toBeGreaterThan(0.99);
    },
  );
});

describe('a text that stands twice in a context', () => {
  const twice = prose(5).text(5000);
  const text = `${prose(6).text(3000)}\n${twice}\n${prose(8).text(3000)}\n${twice}`;
  const first = text.indexOf(twice);
  const second = text.lastIndexOf(twice);

  it('counts where it stands first, and read again where it stands next', async () => {
    const tracker = createTracker(new Map([['context', text]]));
    await tracker.read(twice.slice(1000, 2000), 'root', false);
    expect((await tracker.report()).unread).toEqual([
      { context: 'context', start: 0, end: first + 1000 },
      { context: 'context', start: first + 2000, end: text.length },
    ]);
    await tracker.read(twice.slice(1000, 2000), 'root', false);
    expect(tracker.figures()).toMatchObject({ fraction: 2000 / text.length, duplicated: 0 });
    await tracker.read(twice.slice(1000, 2000), 'root', false);
    expect(tracker.figures().duplicated).toBeCloseTo(1000 / text.length, 3);
  });

  it('counts where what is around it says that it was read', async () => {
    const tracker = createTracker(new Map([['context', text]]));
    await tracker.read(text.slice(second - 100, second + 800), 'root', false);
    expect((await tracker.report()).unread[0]).toMatchObject({ start: 0, end: second - 100 });
  });

  it('is read whole when the context is read in chunks', async () => {
    const tracker = createTracker(new Map([['context', text]]));
    for (let at = 0; at < text.length; at += 700) {
      await tracker.read(`Sum up: ${text.slice(at, at + 700)}`, 'sub', false);
    }
    expect(tracker.figures()).toMatchObject({ fraction: 1, bySubModels: 1 });
    expect(tracker.figures().duplicated).toBeCloseTo(0, 3);
  });
});
