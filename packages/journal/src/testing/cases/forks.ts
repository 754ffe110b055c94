import { decide } from '../../decide/decide.js';
import { forkRun } from '../../fork/fork-run.js';
import type { StoreCase, StoreStage } from '../store-case.js';
import {
  effect,
  faultOf,
  finalEnd,
  head,
  infoOf,
  recorded,
  textsOf,
  thrownBy,
  within,
  written,
} from './material.js';

/** A run of three steps, with a child in each, and a call of the first that ended late. */
async function writeRun({ store }: StoreStage): Promise<void> {
  const journal = await store.create({ runId: 'run', spec: { model: 'small' } });
  journal.begin(head);
  const root = journal.stream('');
  for (const step of [1, 2, 3]) {
    await root.append(effect(step, `look ${step}`, 'look'));
    await root.append({ ...effect(step, `reply ${step}`), parts: ['p'], cost: { calls: 1 } });
    await journal.stream(`c${step}`).append(effect(1, `child ${step}`));
    await root.append({ t: 'cell', step, block: 0, hash: `h${step}` });
    if (step === 2) await root.append({ t: 'spent', step: 1, cost: { calls: 9 } });
  }
  await journal.end(finalEnd);
  await journal.close();
}

/** What every store does about forks. */
export const forkCases: readonly StoreCase[] = [
  {
    name: 'begins a fork with the steps before the one that is named',
    async check(stage) {
      const { store, expect } = stage;
      await writeRun(stage);
      const before = await recorded(store, 'run');
      const fork = await forkRun(store, 'run', { atStep: 2, runId: 'fork' });
      expect([fork.runId, fork.seed, fork.forkedAt]).toEqual(['fork', 'run', 2]);
      expect(textsOf(fork.stream('').recorded)).toEqual(['look 1', 'reply 1', 'cell', 'spent']);
      expect(textsOf(fork.stream('c1').recorded)).toEqual(['child 1']);
      expect(fork.stream('c2').recorded).toEqual([]);
      fork.begin({ ...head, hashes: { ...head.hashes, options: 'o2', query: 'q2' } });
      await fork.stream('').append(effect(2, 'other'));
      await fork.close();
      expect(textsOf(await recorded(store, 'fork')).at(-1)).toBe('other');
      expect(await recorded(store, 'run')).toEqual(before);
      const { from, spec } = (await infoOf(store, 'fork')) ?? {};
      expect([from, spec]).toEqual([{ run: 'run', atStep: 2 }, { model: 'small' }]);
    },
  },
  {
    name: 'has a fork with a nonce of its own, and the seed of the first ancestor',
    async check(stage) {
      const { store, expect } = stage;
      await writeRun(stage);
      const one = await forkRun(store, 'run', { atStep: 3 });
      await one.close();
      const two = await forkRun(store, one.runId, { atStep: 2 });
      await two.close();
      expect([one.seed, two.seed]).toEqual(['run', 'run']);
      expect(new Set([one.nonce, two.nonce]).size).toBe(2);
      await within(store.open(two.runId), async (again) => {
        expect([again.nonce, again.forkedAt]).toEqual([two.nonce, 2]);
        await Promise.resolve();
      });
    },
  },
  {
    name: 'replaces the reply of the model in that step',
    async check(stage) {
      const { store, expect } = stage;
      await writeRun(stage);
      const fork = await forkRun(store, 'run', { atStep: 2, reply: 'mine' });
      const lines = fork.stream('').recorded;
      await fork.close();
      expect(textsOf(lines)).toEqual(['look 1', 'reply 1', 'cell', 'spent', 'look 2', 'mine']);
      const other = { path: '', parts: ['p'], value: { text: 'mine' } };
      expect(lines.at(-1)).toEqual({ ...effect(2, 'reply 2'), ...other });
      expect(fork.forkedAt).toBe(3);
    },
  },
  {
    name: 'holds a fork to protocol, sandbox and contexts, and afterwards to all that it began with',
    async check(stage) {
      const { store, expect } = stage;
      await writeRun(stage);
      await (await forkRun(store, 'run', { atStep: 2, runId: 'fork' })).close();
      const hashes = { ...head.hashes, query: 'q2' };
      await within(store.open('fork'), async (fork) => {
        const other = { ...head, hashes: { ...hashes, 'context.main': 'c2' } };
        const { details } = await thrownBy(() => {
          fork.begin(other);
        });
        expect(details).toEqual({ runId: 'fork', differs: ['context.main'] });
        fork.begin({ ...head, hashes });
        await fork.stream('').append(effect(2, 'b'));
      });
      await within(store.open('fork'), async (fork) => {
        const { details } = await thrownBy(() => {
          fork.begin(head);
        });
        expect(details).toEqual({ runId: 'fork', differs: ['query'] });
      });
    },
  },
  {
    name: 'refuses a step that the run has not reached, or that is invalid, and an id that is taken',
    async check(stage) {
      const { store, expect } = stage;
      await writeRun(stage);
      for (const atStep of [0, -1, 1.5, 4, Number.NaN]) {
        const { code, message } = await faultOf(forkRun(store, 'run', { atStep }));
        expect(code).toBe('invalid_option');
        expect(message).toContain('atStep');
      }
      const taken = await faultOf(forkRun(store, 'run', { atStep: 1, runId: 'run' }));
      expect(taken.code).toBe('journal_exists');
      const { code } = await faultOf(forkRun(store, 'none', { atStep: 1 }));
      expect(code).toBe('journal_not_found');
    },
  },
  {
    name: 'begins a fork without what earlier steps waited for, so that it does not seem to wait',
    async check({ store, expect }) {
      const key = '/1/approval/h#0';
      const wait = { t: 'wait', step: 1, key, request: {} } as const;
      await written(store, 'run', [wait]);
      await decide(store, 'run', { key, value: true });
      const journal = await store.open('run');
      await journal.stream('').append(effect(2, 'next'));
      await journal.close();
      const fork = await forkRun(store, 'run', { atStep: 2, runId: 'fork' });
      expect(fork.stream('').recorded).toEqual([
        { t: 'effect', path: '', step: 1, kind: 'approval', key, value: true },
      ]);
      await fork.close();
      expect((await infoOf(store, 'fork'))?.status).toBe('open');
    },
  },
];
