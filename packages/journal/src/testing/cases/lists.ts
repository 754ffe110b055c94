import { decide } from '../../decide/decide.js';
import type { RunStatus } from '../../store/run-store.js';
import { toArray } from '../../store/to-array.js';
import type { StoreCase } from '../store-case.js';
import { effect, failedEnd, finalEnd, infoOf, written } from './material.js';

/** What every store does about lists of runs. */
export const listCases: readonly StoreCase[] = [
  {
    name: 'has no run at first',
    async check({ store, expect }) {
      expect(await infoOf(store, 'run')).toBe(undefined);
    },
  },
  {
    name: 'reports the status of each run',
    async check({ store, expect }) {
      const wait = { t: 'wait', step: 1, key: '/1/approval/h#0', request: {} } as const;
      const spent = { t: 'spent', step: 1, cost: { calls: 1 } } as const;
      await written(store, 'open', [effect(1, 'a')]);
      await written(store, 'suspended', [effect(1, 'a'), wait, spent]);
      await written(store, 'failed', [effect(1, 'a')], failedEnd);
      await written(store, 'ended', [effect(1, 'a')], finalEnd);
      const running = await store.create({ runId: 'running' });
      const list = async (filter?: { status: RunStatus }): Promise<string[]> => {
        const found = await toArray(store.list(filter));
        return found.map(({ runId, status }) => `${runId}: ${status}`).sort();
      };
      const names = ['ended', 'failed', 'open', 'running', 'suspended'] as const;
      expect(await list()).toEqual(names.map((name) => `${name}: ${name}`));
      for (const status of names) expect(await list({ status })).toEqual([`${status}: ${status}`]);
      const owner = (await infoOf(store, 'running'))?.owner;
      expect(typeof owner?.pid).toBe('number');
      await running.close();
      expect((await infoOf(store, 'running'))?.status).toBe('open');
      expect((await infoOf(store, 'ended'))?.finishReason).toBe('final');
    },
  },
  {
    name: 'lists a run as suspended though a call of it ended while the wait was written',
    async check({ store, expect }) {
      const key = '/1/approval/h#0';
      const wait = { t: 'wait', step: 1, key, request: {} } as const;
      await written(store, 'run', [wait, effect(1, 'a'), effect(1, 'b')]);
      expect((await infoOf(store, 'run'))?.status).toBe('suspended');
      await decide(store, 'run', { key, value: true });
      expect((await infoOf(store, 'run'))?.status).toBe('open');
    },
  },
  {
    name: 'keeps what the caller gave with the run',
    async check({ store, expect }) {
      const spec = { question: 'Why?', files: ['a', 'b'], long: 'x'.repeat(50_000) };
      const journal = await store.create({ runId: 'run', spec });
      await journal.stream('').append(effect(1, 'y'.repeat(30_000)));
      await journal.close();
      const info = await infoOf(store, 'run');
      expect(info?.spec).toEqual(spec);
      expect([journal.spec, (await store.open('run', { readOnly: true })).spec]).toEqual([
        spec,
        spec,
      ]);
      expect(typeof info?.made).toBe('number');
    },
  },
];
