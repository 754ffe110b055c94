import type { StoreCase } from '../store-case.js';
import { effect, faultOf, infoOf, recorded, within, written } from './material.js';

const long = { text: 'x'.repeat(40_000) };

/** What every store does about removed runs. */
export const removalCases: readonly StoreCase[] = [
  {
    name: 'forgets a run, whose id is then free',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a')]);
      await store.remove('run');
      expect(await infoOf(store, 'run')).toBe(undefined);
      expect((await faultOf(store.open('run'))).code).toBe('journal_not_found');
      await written(store, 'run', [effect(1, 'b')]);
      expect((await recorded(store, 'run')).length).toBe(1);
    },
  },
  {
    name: 'deletes the blobs that no other run names',
    async check({ store, expect }) {
      await written(store, 'one', [
        { ...effect(1, 'a'), value: long },
        { ...effect(1, 'b'), value: [long] },
      ]);
      await written(store, 'two', [{ ...effect(1, 'c'), value: long }]);
      const refs = (await recorded(store, 'one')).flatMap((line) =>
        line.t === 'effect' && line.blob !== undefined ? [line.blob] : [],
      );
      await store.remove('one');
      await within(store.open('two'), async (journal) => {
        const outcomes = await Promise.all(
          refs.map((ref) =>
            journal.readBlob(ref).then(
              (bytes) => bytes.length,
              (fault: unknown) => (fault as { code: string }).code,
            ),
          ),
        );
        expect(outcomes).toEqual([40_011, 'journal_corrupt']);
      });
    },
  },
];
