import { createHash } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { forkRun, type RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { sealLine } from '../../src/jsonl/line-seal.js';
import { toArray } from '../../src/store/to-array.js';
import {
  effect,
  finalEnd,
  head,
  recorded,
  textsOf,
  written,
} from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let file: string;
let store: RunStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  folder = join(folder, 'deep', 'runs');
  file = join(folder, 'run.jsonl');
  store = jsonlStore({ folder, sync: false });
});
afterEach(() => remove());

const linesOf = async (): Promise<string[]> => (await readFile(file, 'utf8')).split(/(?<=\n)/);

describe('the file of jsonlStore', () => {
  it('holds one object a line: number, epoch, time, its own fields, and the checksum of all that', async () => {
    await written(store, 'run', [effect(1, 'a')], finalEnd);
    const lines = await linesOf();
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.map(({ n, e, t }) => [n, e, t])).toEqual([
      [0, 0, 'head'],
      [1, 1, 'open'],
      [2, 1, 'head'],
      [3, 1, 'effect'],
      [4, 1, 'end'],
    ]);
    for (const line of lines) {
      const [, text = '', digest] = /^(.*),"s":"(.*)"\}\n$/.exec(line) ?? [];
      expect(createHash('sha256').update(`${text}}`).digest('hex').slice(0, 8)).toBe(digest);
    }
    expect(parsed[2]).toMatchObject({ format: 'rlm-journal', version: 2, run: 'run', ...head });
    expect(parsed[1]).toMatchObject({ pid: process.pid, elapsedMs: 0 });
  });

  it('is for its owner alone', async () => {
    await written(store, 'run', [{ ...effect(1, 'a'), value: 'x'.repeat(40_000) }]);
    const [blob = ''] = await readdir(join(folder, 'blobs'));
    const modes = [folder, join(folder, 'blobs'), file, join(folder, 'blobs', blob)].map(
      async (path) => ((await stat(path)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '700', '600', '600']);
    expect((await readdir(folder)).sort()).toEqual(['blobs', 'run.jsonl']);
    const journal = await store.open('run');
    expect((await stat(join(folder, 'run.lock'))).mode & 0o777).toBe(0o600);
    await journal.close();
  });

  it('may be cut anywhere in its last line', async () => {
    await written(store, 'run', [effect(1, 'a'), effect(2, 'ä')]);
    const whole = await readFile(file);
    const start = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let end = start; end < whole.length; end += 1) {
      await writeFile(file, whole.subarray(0, end));
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a']);
    }
  });

  it('goes on behind a torn line', async () => {
    await written(store, 'run', [effect(1, 'a'), effect(2, 'b')]);
    await writeFile(file, (await readFile(file)).subarray(0, -9));
    const journal = await store.open('run');
    await journal.stream('').append(effect(2, 'c'));
    await journal.close();
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'c']);
  });

  const ofVersion =
    (version: string) =>
    (lines: readonly string[]): string[] =>
      lines.map((line) =>
        sealLine(
          line.replace(/,"s":"\w+"\}\n$/, '}').replace('"version":2', `"version":${version}`),
        ),
      );

  it('is listed and read in a version that is not resumed, and says so', async () => {
    await written(store, 'run', [effect(1, 'a')], finalEnd);
    await writeFile(file, ofVersion('0')(await linesOf()).join(''));
    expect(await toArray(store.list())).toMatchObject([{ runId: 'run', status: 'ended' }]);
    expect(await toArray(store.read('run'))).toHaveLength(5);
    expect((await store.open('run', { readOnly: true })).stream('').recorded).toHaveLength(1);
    const refusal = {
      code: 'journal_mismatch',
      message:
        'The journal of run "run" is of version 0, and this release resumes versions 1 to 2: it can only be listed and shown. Resume it with the release that wrote it, or begin a new run.',
      details: { runId: 'run', differs: ['version'] },
    };
    await expect(store.open('run')).rejects.toMatchObject(refusal);
    await expect(forkRun(store, 'run', { atStep: 1 })).rejects.toMatchObject(refusal);
    expect(await readdir(folder)).not.toContain('run.lock');
  });

  const seal = (line: object): string => sealLine(JSON.stringify(line));
  it.each<[string, number, (lines: string[]) => string[]]>([
    ['a letter that has changed', 4, (lines) => lines.map((line) => line.replace('"a"', '"b"'))],
    ['a line that is missing', 4, (lines) => lines.toSpliced(3, 1)],
    ['a line that stands twice', 5, (lines) => lines.toSpliced(3, 0, lines[3] ?? '')],
    ['two lines in the wrong order', 4, ([a, b, c, d, e]) => [a, b, c, e, d].map(String)],
    ['an empty line', 5, (lines) => lines.toSpliced(4, 0, '\n')],
    ['an empty line before all others', 1, (lines) => ['\n', ...lines]],
    ['no JSON', 3, (lines) => lines.toSpliced(2, 0, sealLine('{nonsense}'))],
    ['no line of a journal', 3, (lines) => lines.toSpliced(2, 0, seal({ a: 1 }))],
    [
      'an epoch that nobody opened',
      6,
      (lines) => [...lines, seal({ t: 'cut', n: 5, e: 2, ms: 0 })],
    ],
    ['a kind that is not known', 6, (lines) => [...lines, seal({ t: 'new', n: 5, e: 1, ms: 0 })]],
    [
      'an effect without a key',
      6,
      (lines) => [
        ...lines,
        seal({ ...{ t: 'effect', n: 5, e: 1, ms: 0 }, ...{ path: '', step: 1, kind: 'model' } }),
      ],
    ],
    ['a cell without a place', 6, (lines) => [...lines, seal({ t: 'cell', n: 5, e: 1, ms: 0 })]],
    ['no head', 1, (lines) => lines.slice(1)],
    ['nothing', 1, () => []],
    ['another file', 1, () => ['Dear diary,\n']],
    ['a later version', 1, ofVersion('3')],
    ['a version that is no number', 1, ofVersion('"two"')],
  ])('is refused with %s, by the number of the line: %i', async (_, line, change) => {
    await written(store, 'run', [effect(1, 'a'), effect(2, 'c')]);
    const text = change(await linesOf()).join('');
    await writeFile(file, text);
    await expect(store.open('run')).rejects.toMatchObject({
      code: 'journal_corrupt',
      details: { runId: 'run', line },
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    // Nothing holds the run afterwards.
    expect(await readdir(folder)).not.toContain('run.lock');
  });

  it('that cannot be read stands in the list as such', async () => {
    await written(store, 'run', [effect(1, 'a')]);
    await writeFile(file, 'Dear diary,\n');
    const found = await toArray(store.list());
    expect(found).toEqual([{ runId: 'run', status: 'corrupt', made: 0 }]);
  });

  it('passes over lines of a driver that was taken over, and attempts to open that came too late', async () => {
    await written(store, 'run', [effect(1, 'a')]);
    const stale = { path: '', ...effect(1, 'stale'), e: 1, ms: 0 };
    const attempt = { t: 'open', pid: 1, host: 'h', by: 'x', elapsedMs: 0, ms: 0 };
    const journal = await store.open('run');
    const lines = await linesOf();
    const added = [
      seal({ ...stale, n: 4 }),
      seal({ ...attempt, n: 4, e: 2 }),
      seal({ ...attempt, n: 4, e: 3 }),
    ];
    await writeFile(file, [...lines, ...added].join(''));
    await journal.stream('').append(effect(2, 'b'));
    await journal.stream('').append(effect(3, 'c'));
    await journal.close();
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b', 'c']);
    expect((await toArray(store.read('run'))).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('says where a blob was altered', async () => {
    await written(store, 'run', [{ ...effect(1, 'a'), value: 'x'.repeat(40_000) }]);
    const [blob = ''] = await readdir(join(folder, 'blobs'));
    await writeFile(join(folder, 'blobs', blob), 'other');
    const journal = await store.open('run');
    await expect(journal.readBlob({ blob, bytes: 40_002 })).rejects.toMatchObject({
      code: 'journal_corrupt',
    });
    await journal.close();
  });
});
