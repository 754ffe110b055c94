import { describe, expect, it } from 'vitest';

import { createRun, type RunContext } from '../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { recordEvents } from '../src/testing/index.js';
import { countingProtocol } from './helpers.js';

const kilobyte = 'k'.repeat(1_000);
const megabyte = 'm'.repeat(1_000_000);

interface Said {
  readonly type: string;
  readonly text?: string;
  readonly count?: number;
  readonly bytes?: number;
  readonly shortened?: number;
}

/** A run of one step that says each of `texts`; `between` is awaited after each. */
function saying(texts: Iterable<string>, between?: () => Promise<unknown>) {
  return countingProtocol(async (_, context: RunContext) => {
    for (const text of texts) {
      context.emit({ type: 'said', text } as { readonly type: string });
      if (between !== undefined) await between();
    }
    return { final: 'done' };
  });
}

function* repeated(text: string, times: number): Generator<string> {
  for (let index = 0; index < times; index += 1) yield `${String(index)} ${text}`;
}

const charsOf = (events: readonly Said[]): number =>
  events.reduce((sum, { text = '' }) => sum + text.length, 0);

const saidIn = (events: readonly unknown[]): readonly Said[] =>
  (events as readonly Said[]).filter(({ type }) => type === 'said');

const droppedIn = (events: readonly unknown[]): number =>
  (events as readonly Said[])
    .filter(({ type }) => type === 'events-dropped')
    .reduce((sum, { count = 0 }) => sum + count, 0);

/** How many events there were: those that were read, and those that were counted in their place. */
const countOf = (events: readonly { readonly type: string }[]): number =>
  events.filter(({ type }) => type !== 'events-dropped').length + droppedIn(events);

/** Beside what a run of one step says: run-start, step-start, ping, step-end, run-end. */
const others = 5;

const typesOf = (events: readonly { readonly type: string }[]): readonly string[] =>
  events.map(({ type }) => type);

describe('events that nobody reads', () => {
  it('are bounded by their sum: long texts are shortened, and all events are there', async () => {
    const run = createRun(saying(repeated(megabyte, 100), nextTurn), null);
    await run.result;
    const late = await recordEvents(run).finished;
    const said = saidIn(late);
    expect(said).toHaveLength(100);
    expect(droppedIn(late)).toBe(0);
    expect(2 * charsOf(said)).toBeLessThan(20e6);
    expect(said[0]?.text).toMatch(
      /^0 m{998}\n\.\.\. \(998,002 characters left out\) \.\.\.\nm{1000}$/,
    );
    expect(said[0]?.shortened).toBe(998_002);
    expect(said.at(-1)?.text).toBe(`99 ${megabyte}`);
    expect(said.at(-1)).not.toHaveProperty('shortened');
  });

  it('are dropped, the oldest first, when they are too many even so, and counted', async () => {
    const options = { maxEventBytes: 100_000, eventBuffer: Infinity };
    const run = createRun(saying(repeated(kilobyte, 1_000), nextTurn), null, options);
    await run.result;
    const late = await recordEvents(run).finished;
    const said = saidIn(late);
    expect(typesOf(late).slice(0, 3)).toEqual(['run-start', 'events-dropped', 'said']);
    expect(typesOf(late).slice(-2)).toEqual(['step-end', 'run-end']);
    expect(late[1]).toMatchObject({ runId: run.id, parentId: null, depth: 0, step: 1 });
    expect(countOf(late)).toBe(1_000 + others);
    expect((late[1] as Said).bytes).toBeGreaterThan(2 * 1_000 * (droppedIn(late) - 2));
    expect(said.length).toBeGreaterThan(20);
    expect(said.length).toBeLessThan(50);
    expect(said.at(-1)?.text).toBe(`999 ${kilobyte}`);
  });

  it('are told of where a late reader misses some by their number', async () => {
    const run = createRun(saying(repeated('few', 3)), null, { eventBuffer: 2 });
    await run.result;
    const late = await recordEvents(run).finished;
    expect(typesOf(late)).toEqual(['run-start', 'events-dropped', 'step-end', 'run-end']);
    expect(droppedIn(late)).toBe(5);
  });

  it('are not kept at all with eventBuffer 0, and nothing is said of them', async () => {
    const run = createRun(saying(repeated('few', 3)), null, { eventBuffer: 0 });
    await run.result;
    expect(await recordEvents(run).finished).toEqual([]);
  });
});

describe('a reader', () => {
  it('that keeps up gets everything whole, however large', async () => {
    const run = createRun(saying(repeated(megabyte, 100), nextTurn), null, { maxEventBytes: 4e6 });
    let characters = 0;
    const types = new Set<string>();
    for await (const event of run) {
      types.add(event.type);
      characters += charsOf([event]);
    }
    expect(characters).toBeGreaterThan(100 * megabyte.length);
    expect(types).not.toContain('events-dropped');
  });

  it('that is slow gets the start, the count of what it missed, the latest, and the end', async () => {
    const run = createRun(saying(repeated(kilobyte, 1_000), nextTurn), null, {
      maxEventBytes: 100_000,
    });
    const reader = run[Symbol.asyncIterator]();
    const read: unknown[] = [(await reader.next()).value];
    await run.result;
    for (let next = await reader.next(); next.done !== true; next = await reader.next())
      read.push(next.value);
    const said = saidIn(read);
    expect(countOf(read as Said[])).toBe(1_000 + others);
    expect(said.length).toBeLessThan(60);
    expect(typesOf(read as Said[]).slice(0, 2)).toEqual(['run-start', 'events-dropped']);
    expect(typesOf(read as Said[]).at(-1)).toBe('run-end');
  });

  it('that reads now and then misses none twice', async () => {
    const run = createRun(saying(repeated(kilobyte, 600), nextTurn), null, {
      maxEventBytes: 60_000,
    });
    const read: unknown[] = [];
    for await (const event of run) {
      read.push(event);
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    }
    expect(countOf(read as Said[])).toBe(600 + others);
    expect(droppedIn(read)).toBeGreaterThan(100);
    expect(
      typesOf(read as Said[]).filter((type) => type === 'events-dropped').length,
    ).toBeGreaterThan(1);
    expect(typesOf(read as Said[]).at(-1)).toBe('run-end');
  });

  it('that is given all at once has the same bound', async () => {
    const run = createRun(saying(repeated(kilobyte, 50_000)), null);
    const read: unknown[] = [];
    for await (const event of run) read.push(event);
    expect(droppedIn(read)).toBeGreaterThan(30_000);
    expect(countOf(read as Said[])).toBe(50_000 + others);
    expect(2 * charsOf(saidIn(read))).toBeLessThan(20e6);
  });
});

describe('events of child runs', () => {
  it('are dropped with the others, their ends too, but never the end of the run that is read', async () => {
    const child = countingProtocol(() => Promise.resolve({ final: kilobyte }));
    const parent = countingProtocol(async (_, context) => {
      for (let index = 0; index < 200; index += 1)
        await createRun(child, null, { parent: context }).result;
      return { final: 'done' };
    });
    const run = createRun(parent, null, { maxEventBytes: 20_000 });
    await run.result;
    const late = await recordEvents(run).finished;
    expect(typesOf(late).slice(0, 2)).toEqual(['run-start', 'events-dropped']);
    expect(late[0]?.runId).toBe(run.id);
    expect(late.at(-1)).toMatchObject({ type: 'run-end', runId: run.id });
    expect(countOf(late)).toBe(201 * others);
  });
});
