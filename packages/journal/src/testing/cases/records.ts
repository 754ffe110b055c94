import { systemClock } from '@rlm/kernel';

import type { RunRecords } from '../../store/records.js';
import type { RunStore } from '../../store/run-store.js';
import type { StoreCase } from '../store-case.js';
import { faultOf } from './material.js';

/** What a store does that keeps records. */
export const recordCases: readonly StoreCase[] = [
  {
    name: 'gives what was written last, and nothing for a name without a record',
    async check({ store, expect }) {
      const records = recordsOf(store);
      expect(await records.read('July_1.a')).toBe(undefined);
      expect(await records.write('July_1.a', 'one\n"é" 😀', undefined)).toBe(true);
      expect(await records.read('July_1.a')).toBe('one\n"é" 😀');
      expect(await records.write('July_1.a', 'two', 'one\n"é" 😀')).toBe(true);
      expect(await records.read('July_1.a')).toBe('two');
      expect(await records.read('other')).toBe(undefined);
    },
  },
  {
    name: 'replaces only the text that the writer has read',
    async check({ store, expect }) {
      const records = recordsOf(store);
      expect(await records.write('a', 'one', 'nothing was there')).toBe(false);
      expect(await records.read('a')).toBe(undefined);
      await records.write('a', 'one', undefined);
      expect(await records.write('a', 'two', undefined)).toBe(false);
      expect(await records.write('a', 'two', 'other')).toBe(false);
      expect(await records.read('a')).toBe('one');
      expect(await records.write('a', 'two', 'one')).toBe(true);
      expect(await records.write('a', 'three', 'one')).toBe(false);
      expect(await records.read('a')).toBe('two');
    },
  },
  {
    name: 'lets one of many writers at a time win, so that nothing is overwritten unseen',
    async check({ store, expect }) {
      const records = recordsOf(store);
      const lists = await Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          const written: string[] = [];
          while (written.length < 5) {
            const before = await records.read('list');
            const item = `${String(writer)}.${String(written.length)}`;
            const isIn = (text = ''): boolean => text.split(' ').includes(item);
            if (isIn(before)) written.push(item);
            else await records.write('list', `${before ?? ''} ${item}`, before);
          }
          return written;
        }),
      );
      const text = (await records.read('list')) ?? '';
      expect(text.trim().split(' ').sort()).toEqual(lists.flat().sort());
    },
  },
  {
    name: 'keeps records apart from runs',
    async check({ store, expect }) {
      const records = recordsOf(store);
      await records.write('run', 'one', undefined);
      await (await store.create({ runId: 'run' })).close();
      const found: string[] = [];
      for await (const { runId, status } of store.list()) found.push(`${runId} ${status}`);
      expect(found).toEqual(['run open']);
      await store.remove('run');
      expect(await records.read('run')).toBe('one');
    },
  },
  {
    name: 'refuses names that are no ids, and texts that are no texts',
    async check({ store, expect }) {
      const records = recordsOf(store);
      for (const name of ['', '..', '../a', 'a/b', '.a', 'a b', 'x'.repeat(129)]) {
        expect((await faultOf(records.read(name))).code).toBe('invalid_option');
        expect((await faultOf(records.write(name, 'a', undefined))).code).toBe('invalid_option');
      }
      expect((await faultOf(records.write('a', 5 as never, undefined))).code).toBe(
        'invalid_option',
      );
      expect(await records.read('a')).toBe(undefined);
    },
  },
  {
    name: 'knows who is gone: one that was silent for a minute, not one that was heard of now',
    check({ store, expect }) {
      const { pid, host, isGone } = recordsOf(store);
      const now = systemClock.now();
      expect(isGone({ pid, host }, now)).toBe(false);
      expect(isGone({ pid, host }, now - 60_000)).toBe(true);
      return Promise.resolve();
    },
  },
];

/** What a store does that keeps no records. */
export const noRecordsCases: readonly StoreCase[] = [
  {
    name: 'are not kept: if they are, say so with hasRecords',
    check({ store, expect }) {
      expect(store.records).toBe(undefined);
      return Promise.resolve();
    },
  },
];

function recordsOf({ records }: RunStore): RunRecords {
  if (records === undefined) throw new Error('the store has no records');
  return records;
}
