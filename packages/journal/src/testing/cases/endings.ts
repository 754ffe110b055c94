import type { StoreCase } from '../store-case.js';
import {
  effect,
  failedEnd,
  faulty,
  finalEnd,
  kinds,
  recorded,
  textsOf,
  within,
  written,
} from './material.js';

const cost = { calls: 1, inputTokens: 5 };

/** What every store does about the endings of runs. */
export const endingCases: readonly StoreCase[] = [
  {
    name: 'gives all lines of a run that ended, and writes nothing when it ends again',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a'), effect(2, 'b')], finalEnd);
      const before = await kinds(store, 'run');
      for (let round = 0; round < 2; round += 1) {
        await within(store.open('run'), async (journal) => {
          expect(textsOf(journal.stream('').recorded)).toEqual(['a', 'b']);
          await journal.end(finalEnd);
        });
      }
      expect(await kinds(store, 'run')).toEqual(before);
      expect(before.at(-1)).toBe('end');
    },
  },
  {
    name: 'writes on where a run that ended goes on',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a')], finalEnd);
      await within(store.open('run'), (journal) => journal.stream('').append(effect(2, 'b')));
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b']);
      expect((await kinds(store, 'run')).slice(-3)).toEqual(['open', 'effect', 'open']);
    },
  },
  {
    name: 'leaves out the fault that ended a run, and what followed; what that cost stays',
    async check({ store, expect }) {
      const lines = [
        effect(1, 'a'),
        faulty(1, 'seen by the code'),
        effect(2, 'b'),
        { ...faulty(3, 'down'), cost },
        effect(3, 'later'),
        // A child's cost is in its own lines.
        { ...effect(3, 'child', 'child'), cost },
      ];
      await written(store, 'run', lines, failedEnd);
      const [, seen, , spent] = await recorded(store, 'run');
      expect(seen?.t === 'effect' && seen.error?.message).toBe('seen by the code');
      expect(spent).toEqual({ t: 'spent', path: '', step: 3, cost });
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a', undefined, 'b', 'spent']);
    },
  },
  {
    name: 'leaves out the fault that the end names, or none',
    async check({ store, expect }) {
      const lines = [effect(1, 'a'), faulty(1, 'one'), effect(2, 'b'), faulty(2, 'two')];
      await written(store, 'named', lines, { ...failedEnd, fault: faulty(1, 'one').key });
      await written(store, 'none', lines, { ...failedEnd, fault: null });
      expect(textsOf(await recorded(store, 'named'))).toEqual(['a']);
      expect((await recorded(store, 'none')).length).toBe(4);
    },
  },
  {
    name: 'goes on behind a fault that was left out, owner by owner',
    async check({ store, expect }) {
      await written(store, 'run', [effect(1, 'a'), faulty(2, 'down')], failedEnd);
      await within(store.open('run'), async (journal) => {
        await journal.stream('').append(effect(2, 'up'));
        await journal.stream('').append(faulty(3, 'down again'));
        await journal.end(failedEnd);
      });
      await within(store.open('run'), async (journal) => {
        expect(textsOf(journal.stream('').recorded)).toEqual(['a', 'up']);
        await journal.stream('').append(effect(3, 'end'));
        await journal.end(finalEnd);
      });
      expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'up', 'end']);
    },
  },
];
