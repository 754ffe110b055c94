import type { BlobRef } from '@rlm/kernel';

import { toArray } from '../../store/to-array.js';
import type { StoreCase } from '../store-case.js';
import { effect, faultOf, recorded, textsOf, within, written } from './material.js';

const long = { text: 'ü'.repeat(20_000) };

/** What every store does about lines. */
export const lineCases: readonly StoreCase[] = [
  {
    name: 'gives the next owner what was written, run by run, in the order of writing',
    async check({ store, expect }) {
      const first = await store.create({ runId: 'run' });
      await first.stream('').append(effect(1, 'a'));
      await first.stream('c1').append(effect(1, 'x'));
      await first.stream('').append({ t: 'spent', step: 1, cost: { calls: 1 } });
      await first.stream('c1.c2').append(effect(1, 'deep'));
      await first.stream('').append({ t: 'cell', step: 1, block: 0, hash: 'h', value: [1] });
      await first.close();
      await within(store.open('run'), async (next) => {
        expect(next.stream('').recorded).toEqual([
          { ...effect(1, 'a'), path: '' },
          { t: 'spent', step: 1, cost: { calls: 1 }, path: '' },
          { t: 'cell', step: 1, block: 0, hash: 'h', value: [1], path: '' },
        ]);
        expect(textsOf(next.stream('c1').recorded)).toEqual(['x']);
        expect(textsOf(next.stream('c1.c2').recorded)).toEqual(['deep']);
        expect(next.stream('none').recorded).toEqual([]);
        await Promise.resolve();
      });
    },
  },
  {
    name: 'keeps any text as it is',
    async check({ store, expect }) {
      const text = '\u0000 "quoted" \\ \n\r\u2028\u2029 \ud800 äöü 漢字 🐧 ,"s":"00000000"}';
      await written(store, 'run', [effect(1, text)]);
      expect(textsOf(await recorded(store, 'run'))).toEqual([text]);
    },
  },
  {
    name: 'resolves in the order of the calls, whatever is written together',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        const done: number[] = [];
        const count = 60;
        const appends = Array.from({ length: count }, async (_, index) => {
          const text = index % 20 === 7 ? long.text + String(index) : String(index);
          await journal.stream('').append(effect(1, text));
          done.push(index);
        });
        await Promise.all(appends);
        expect(done).toEqual(Array.from({ length: count }, (_, index) => index));
      });
      const numbers = (await toArray(store.read('run'))).map(({ n }) => n);
      expect(numbers).toEqual(numbers.map((_, index) => index));
    },
  },
  {
    name: 'takes the line as it is at the call',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        const line = effect(1, 'before');
        const appended = journal.stream('').append(line);
        Object.assign(line.value as object, { text: 'after' });
        await appended;
      });
      expect(textsOf(await recorded(store, 'run'))).toEqual(['before']);
    },
  },
  {
    name: 'keeps a value over 32 kB as a blob, named by its SHA-256',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        await journal.stream('').append({ ...effect(1, 'a'), value: long });
        await journal.stream('').append({ ...effect(1, 'b'), value: long });
        await journal.stream('').append({ ...effect(1, 'c'), value: { text: 'short' } });
      });
      await within(store.open('run'), async (journal) => {
        const [one, same, short] = journal.stream('').recorded;
        const refOf = (line: object | undefined): BlobRef => (line as { blob: BlobRef }).blob;
        expect('value' in (one ?? {})).toBe(false);
        expect(refOf(one)).toEqual(refOf(same));
        expect(refOf(one).bytes).toBe(40_011);
        const bytes = await journal.readBlob(refOf(one));
        expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(long);
        expect(textsOf([short].flatMap((line) => line ?? []))).toEqual(['short']);
      });
    },
  },
  {
    name: 'keeps a snapshot as a blob',
    async check({ store, expect }) {
      const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
      const place = { t: 'snapshot', step: 2, block: 1, backend: 'quickjs', build: 'b' } as const;
      const snapshot = { ...place, cells: 3, sha256: 'c' } as const;
      await written(store, 'run', [{ ...snapshot, bytes }]);
      await within(store.open('run'), async (journal) => {
        const [line] = journal.stream('').recorded;
        if (line?.t !== 'snapshot') throw new Error('the snapshot is not there');
        const { blob, ...rest } = line;
        expect(rest).toEqual({ ...snapshot, path: '' });
        expect([...(await journal.readBlob(blob))]).toEqual([...bytes]);
      });
    },
  },
  {
    name: 'says if a blob is missing',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        const missing = journal.readBlob({ blob: '0'.repeat(64), bytes: 1 });
        const { code, message } = await faultOf(missing);
        expect(code).toBe('journal_corrupt');
        expect(message.includes(`its blob ${'0'.repeat(64)} is missing`)).toBe(true);
      });
    },
  },
  {
    name: 'reads no blob by a name that is no SHA-256',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        for (const blob of ['../run.jsonl', '0'.repeat(63), 'A'.repeat(64)]) {
          const read = await faultOf(journal.readBlob({ blob, bytes: 1 }));
          expect(read.code).toBe('journal_corrupt');
          expect(read.message.includes('is no SHA-256')).toBe(true);
        }
      });
    },
  },
  {
    name: 'writes nothing behind close',
    async check({ store, expect }) {
      const journal = await store.create({ runId: 'run' });
      await journal.stream('').append(effect(1, 'a'));
      await journal.close();
      const late = journal.stream('').append(effect(1, 'late'));
      expect((await faultOf(late)).code).toBe('journal_write_failed');
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a']);
    },
  },
];
