import type { RunJournal } from '@rlm/kernel';

import type { StoreCase } from '../store-case.js';
import {
  effect,
  failedEnd,
  faultOf,
  faulty,
  finalEnd,
  head,
  infoOf,
  kinds,
  recorded,
  textsOf,
  within,
  written,
} from './material.js';

/** What every store does about who owns a run. */
export const ownerCases: readonly StoreCase[] = [
  {
    name: 'shows a run to who only looks, with the fault that ended it, and stays as it is',
    async check({ store, expect }) {
      const long = { text: 'x'.repeat(40_000) };
      const lines = [{ ...effect(1, 'a'), value: long }, faulty(2, 'down')];
      await written(store, 'run', lines, failedEnd);
      const before = await kinds(store, 'run');
      const look = (): Promise<RunJournal> => store.open('run', { readOnly: true });
      await within(look(), async (journal) => {
        expect(journal.endsHere).toContain('the run failed');
        journal.begin(head);
        const [first, last] = journal.stream('').recorded;
        const ref = first?.t === 'effect' ? first.blob : undefined;
        const bytes = ref && (await journal.readBlob(ref));
        expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(long);
        expect(last?.t === 'effect' && last.error?.message).toBe('down');
        await journal.stream('').append(effect(3, 'none'));
        await journal.end(finalEnd);
      });
      expect(await kinds(store, 'run')).toEqual(before);
      expect((await infoOf(store, 'run'))?.status).toBe('failed');
      await within(store.open('run'), async (owner) => {
        expect(owner.endsHere).toBe(undefined);
        const begun = await look();
        expect(textsOf(begun.stream('').recorded)).toEqual([undefined]);
        expect(begun.endsHere).toContain('not asked yet');
        await owner.stream('').append(effect(2, 'b'));
        expect(textsOf((await look()).stream('').recorded)).toEqual([undefined, 'b']);
        await owner.stream('').append(effect(3, 'c'));
      });
      const unknown = store.open('none', { readOnly: true });
      expect((await faultOf(unknown)).code).toBe('journal_not_found');
    },
  },
  {
    name: 'lets one owner work on a run, and says who it is',
    async check({ store, expect }) {
      const first = await store.create({ runId: 'run' });
      for (const call of [() => store.open('run'), () => store.remove('run')]) {
        const { code, details } = await faultOf(call());
        expect(code).toBe('journal_locked');
        const { pid, host, since } = details as Record<string, unknown>;
        expect([typeof pid, typeof host, typeof since]).toEqual(['number', 'string', 'number']);
      }
      await first.stream('').append(effect(1, 'a'));
      await first.close();
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a']);
    },
  },
  {
    name: 'stops an owner whose run was taken over at its next line; nothing of that counts',
    async check({ store, expect }) {
      const first = await store.create({ runId: 'run' });
      first.begin(head);
      await first.stream('').append(effect(1, 'a'));
      const second = await store.open('run', { takeOver: true });
      expect(textsOf(second.stream('').recorded)).toEqual(['a']);
      const late = [
        first.stream('').append(effect(1, 'stale')),
        first.stream('c').append(effect(1, 'stale')),
      ];
      const faults = await Promise.all(late.map(faultOf));
      expect(faults.map(({ code }) => code)).toEqual(['journal_fenced', 'journal_fenced']);
      await second.stream('').append(effect(1, 'b'));
      expect((await faultOf(first.stream('').append(effect(1, 'stale')))).code).toBe(
        'journal_fenced',
      );
      expect((await faultOf(first.end(finalEnd))).code).toBe('journal_fenced');
      await first.close();
      // The first owner's leaving does not free the run.
      expect((await faultOf(store.open('run'))).code).toBe('journal_locked');
      await second.stream('').append(effect(2, 'c'));
      await second.close();
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b', 'c']);
    },
  },
  {
    name: 'lets one of several win that take a run over at once, each line in one place',
    async check({ store, expect }) {
      await (await store.create({ runId: 'run' })).close();
      const tries = await Promise.allSettled(
        Array.from({ length: 6 }, () => store.open('run', { takeOver: true })),
      );
      const owners = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(owners.length > 0).toBe(true);
      const appended = await Promise.allSettled(
        owners.map((owner, index) => owner.stream('').append(effect(1, String(index)))),
      );
      const won = appended.flatMap(({ status }, index) =>
        status === 'fulfilled' ? [String(index)] : [],
      );
      expect(won.length).toBe(1);
      for (const owner of owners) await owner.close();
      expect(textsOf(await recorded(store, 'run'))).toEqual(won);
    },
  },
  {
    name: 'counts the time that owners have worked, not the time between them',
    async check({ store, expect }) {
      const first = await store.create({ runId: 'run' });
      await first.stream('').append(effect(1, 'a'));
      await first.close();
      let last = 0;
      for (let round = 0; round < 3; round += 1) {
        await within(store.open('run'), async (journal) => {
          expect(journal.elapsedMs >= last).toBe(true);
          last = journal.elapsedMs;
          await journal.stream('').append(effect(1, 'b'));
        });
      }
      expect(last < 10_000).toBe(true);
    },
  },
  {
    name: 'can be read while an owner works',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        await journal.stream('').append(effect(1, 'a'));
        expect(await kinds(store, 'run')).toEqual(['head', 'open', 'effect']);
      });
    },
  },
];
