import { codeOf, type LifecycleCase } from './lifecycle-case.js';

const use = { python: 'print(use())', javascript: 'print(await use())' };

/** How the host's values arrive in the guest: complete, or as an error. */
export const hostValueCases: readonly LifecycleCase[] = [
  {
    name: 'set refuses numbers that JSON cannot hold',
    in: 'cleared',
    async check({ session, expect }) {
      for (const value of [
        NaN,
        Infinity,
        -Infinity,
        [1, NaN],
        { a: [{ b: Infinity }] },
        2n ** 64n,
      ]) {
        expect(await codeOf(session.set('x', value))).toBe('value_rejected');
      }
      expect(await codeOf(session.get('x'))).toBe('variable_unavailable');
    },
  },
  {
    name: 'set takes dates as text, maps as objects, sets as lists, small bigints as numbers',
    in: 'common',
    async check({ session, expect }) {
      await session.set('x', {
        at: new Date(0),
        map: new Map([['a', 1n]]),
        list: new Set([1.5, -0]),
        none: undefined,
      });
      const at = '1970-01-01T00:00:00.000Z';
      expect(await session.get('x')).toEqual({ at, map: { a: 1 }, list: [1.5, 0] });
      await session.set('y', undefined);
      expect(await session.get('y')).toBe(null);
    },
  },
  {
    name: 'set takes what has toJSON as what that gives, and judges only this',
    in: 'common',
    async check({ session, expect }) {
      const money = { cents: NaN, toJSON: () => ({ euros: 5n }) };
      await session.set('x', [money]);
      expect(await session.get('x')).toEqual([{ euros: 5 }]);
      const deep: unknown[] = [];
      for (let level = 0, last = deep; level < 200; level++) last.push((last = []));
      for (const given of [NaN, [() => 1], deep]) {
        expect(await codeOf(session.set('x', [{ toJSON: () => given }]))).toBe('value_rejected');
      }
    },
  },
  {
    name: 'set refuses what refers back to itself, and what is no data, with the place',
    in: 'common',
    async check({ session, expect }) {
      const root: { kids: object[] } = { kids: [] };
      root.kids.push({ parent: root });
      const values: readonly [unknown, string][] = [
        [root, 'x.kids[0].parent refers back to x'],
        [{ a: [() => 1] }, 'x.a[0] is a function'],
        [{ at: /a/ }, 'x.at is a RegExp'],
        [new Map([[{}, 1]]), 'x is a Map with a key that is not text'],
      ];
      for (const [value, place] of values) {
        const thrown = await session.set('x', value).catch((error: unknown) => error);
        const { code, message } = thrown as { readonly code: string; readonly message: string };
        expect(code).toBe('value_rejected');
        expect(message).toContain(place);
      }
    },
  },
  {
    name: 'a host function whose result JSON cannot hold has failed',
    in: 'none',
    async check({ backend, expect, code }) {
      const session = await backend.open({ functions: { use: () => ({ score: NaN }) } });
      const { error } = await session.execute(code(use));
      expect(error?.type).toBe('HostCallError');
      expect(error?.message).toContain('the result of use.score is NaN');
      await session.close();
    },
  },
];
