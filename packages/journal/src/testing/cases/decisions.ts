import type { NewLine } from '@rlm/kernel';

import { decide } from '../../decide/decide.js';
import type { StoreCase } from '../store-case.js';
import { effect, faultOf, infoOf, recorded, within, written } from './material.js';

const key = '/2/approval/hash#0';
const wait: NewLine = { t: 'wait', step: 2, key, request: { tool: 'pay' } };

/** What every store does about decisions. */
export const decisionCases: readonly StoreCase[] = [
  {
    name: 'gives a suspended run the decision of a person, as an effect',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a'), wait]);
      expect((await infoOf(store, 'run'))?.status).toBe('suspended');
      await decide(store, 'run', { key, value: { approved: true } });
      expect((await infoOf(store, 'run'))?.status).toBe('open');
      expect((await recorded(store, 'run')).slice(1)).toEqual([
        { ...wait, path: '' },
        { t: 'effect', path: '', step: 2, kind: 'approval', key, value: { approved: true } },
      ]);
    },
  },
  {
    name: 'lists a run as suspended until each of its waits is decided',
    async check({ store, expect }) {
      const keys = Array.from({ length: 12 }, (_, at) => `/2/approval/h#${String(at)}`);
      const request = { tool: 'pay', reason: 'x'.repeat(5_000) };
      const waits: NewLine[] = keys.map((one) => ({ ...wait, key: one, request }));
      await written(store, 'run', [effect(1, 'a'), ...waits]);
      for (const one of keys) {
        expect((await infoOf(store, 'run'))?.status).toBe('suspended');
        await decide(store, 'run', { key: one, value: true });
      }
      expect((await infoOf(store, 'run'))?.status).toBe('open');
    },
  },
  {
    name: 'lists a run as open that went on before all its waits were decided',
    async check({ store, expect }) {
      const other = { ...wait, key: '/2/approval/other#0' };
      await written(store, 'run', [effect(1, 'a'), other, wait]);
      await decide(store, 'run', { key, value: true });
      await within(store.open('run'), (journal) => journal.stream('').append(effect(2, 'b')));
      expect((await infoOf(store, 'run'))?.status).toBe('open');
    },
  },
  {
    name: 'refuses a decision that the run does not wait for, and a second one',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a'), wait]);
      const other = await faultOf(decide(store, 'run', { key: 'other', value: 1 }));
      expect(other.code).toBe('journal_not_waiting');
      expect(other.message).toContain(key);
      await decide(store, 'run', { key, value: false });
      const twice = await faultOf(decide(store, 'run', { key, value: true }));
      expect(twice.code).toBe('journal_not_waiting');
    },
  },
  {
    name: 'decides nothing while an owner works on the run',
    async check({ store, expect }) {
      await within(store.create({ runId: 'run' }), async (journal) => {
        await journal.stream('').append(wait);
        const early = await faultOf(decide(store, 'run', { key, value: 1 }));
        expect(early.code).toBe('journal_locked');
      });
    },
  },
];
