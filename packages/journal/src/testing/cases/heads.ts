import { toArray } from '../../store/to-array.js';
import type { StoreCase } from '../store-case.js';
import { effect, faultOf, head, thrownBy, within, written } from './material.js';

const badIds = ['', '..', '../x', 'a/b', 'a\\b', '.hidden', '-x', 'a\u0000', 'x'.repeat(129)];

/** What every store does about the first lines of runs. */
export const headCases: readonly StoreCase[] = [
  {
    name: 'makes a run with the id that is given, or a new one',
    async check({ store, expect }) {
      const [given, one, two] = [
        await store.create({ runId: 'my.run-1' }),
        await store.create(),
        await store.create(),
      ];
      expect([given.runId, given.seed, given.elapsedMs]).toEqual(['my.run-1', 'my.run-1', 0]);
      expect(one.seed).toBe(one.runId);
      expect(new Set([one.runId, two.runId, given.runId]).size).toBe(3);
      expect(new Set([one.nonce, two.nonce, given.nonce]).size).toBe(3);
      expect(given.forkedAt).toBe(undefined);
      await Promise.all([given, one, two].map((journal) => journal.close()));
    },
  },
  {
    name: 'keeps seed and nonce for the next owner',
    async check({ store, expect }) {
      const first = await store.create();
      await first.close();
      await within(store.open(first.runId), async (next) => {
        expect([next.runId, next.seed, next.nonce]).toEqual([first.runId, first.seed, first.nonce]);
        await Promise.resolve();
      });
    },
  },
  {
    name: 'refuses an id that is taken',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a')]);
      const { code, details } = await faultOf(store.create({ runId: 'run' }));
      expect(code).toBe('journal_exists');
      expect(details).toEqual({ runId: 'run' });
    },
  },
  ...(badIds.map((runId) => ({
    name: `refuses the id ${JSON.stringify(runId.slice(0, 12))}`,
    async check({ store, expect }) {
      const calls = [
        store.create({ runId }),
        store.open(runId),
        toArray(store.read(runId)),
        store.remove(runId),
      ];
      const faults = await Promise.all(calls.map(faultOf));
      expect(faults.map(({ code }) => code)).toEqual(calls.map(() => 'invalid_option'));
    },
  })) satisfies StoreCase[]),
  {
    name: 'says if it does not know a run',
    async check({ store, expect }) {
      const calls = [store.open('none'), toArray(store.read('none')), store.remove('none')];
      const faults = await Promise.all(calls.map(faultOf));
      expect(faults.map(({ code }) => code)).toEqual(calls.map(() => 'journal_not_found'));
      expect(faults[0]?.details).toEqual({ runId: 'none' });
    },
  },
  {
    name: 'compares what a run is made of, and names what differs',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a')]);
      await within(store.open('run'), async (journal) => {
        journal.begin({ ...head, versions: { '@rlm/runner': '2.0.0' } });
        const hashes = { query: 'q2', options: 'o1', 'context.other': 'c' };
        const others = [
          { given: { ...head, protocol: 'task' }, differs: ['protocol'] },
          { given: { ...head, backend: { name: 'quickjs', build: 'b2' } }, differs: ['backend'] },
          { given: { ...head, hashes }, differs: ['context.main', 'context.other', 'query'] },
        ];
        for (const { given, differs } of others) {
          const { code, details } = await thrownBy(() => {
            journal.begin(given);
          });
          expect(code).toBe('journal_mismatch');
          expect(details).toEqual({ runId: 'run', differs });
        }
      });
    },
  },
  {
    name: 'takes the first head of a run that never began',
    async check({ store, expect }) {
      await (await store.create({ runId: 'run' })).close();
      await within(store.open('run'), async (journal) => {
        journal.begin(head);
        await journal.stream('').append(effect(1, 'a'));
      });
      const other = await within(store.open('run'), (journal) =>
        thrownBy(() => {
          journal.begin({ ...head, protocol: 'response' });
        }),
      );
      expect(other.code).toBe('journal_mismatch');
    },
  },
];
