/** A value that no JSON text holds, and what a walk is to say of it. */
interface HostileData {
  readonly name: string;
  readonly make: () => unknown;
  readonly fault: string;
  /** Where in the value the fault is. */
  readonly path: readonly (string | number)[];
  /** The message about a value that is called `value`. */
  readonly says: RegExp;
}

const throws = (): never => {
  throw new Error('hostile');
};

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function circle(): unknown {
  const root: { kids: object[] } = { kids: [] };
  root.kids.push({ parent: root });
  return root;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** One of each kind: circles, depth, what throws when it is read, what is no data. */
export const hostileData: readonly HostileData[] = [
  {
    name: 'a circle',
    make: circle,
    fault: 'circular',
    path: ['kids', 0, 'parent'],
    says: /^value\.kids\[0\]\.parent refers back to value: leave it out/,
  },
  {
    name: 'a circle below',
    make: () => ({ a: [circle()] }),
    fault: 'circular',
    path: ['a', 0, 'kids', 0, 'parent'],
    says: /^value\.a\[0\]\.kids\[0\]\.parent refers back to value\.a\[0\]: /,
  },
  {
    name: '100,000 levels',
    make: () => nested(100_000),
    fault: 'too_deep',
    path: Array.from({ length: 100 }, () => 0),
    says: /^value(?:\[0\]){6}\.\.\.(?:\[0\]){6} is nested deeper than 100 levels: flatten it/,
  },
  {
    name: 'a getter that throws',
    make: () => ({
      rows: [
        {
          get price() {
            return throws();
          },
        },
      ],
    }),
    fault: 'unreadable',
    path: ['rows', 0, 'price'],
    says: /^value\.rows\[0\]\.price cannot be read: hostile\.?$/,
  },
  ...['get', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'].map((trap) => ({
    name: `a proxy whose ${trap} throws`,
    make: () => ({ 'a b': new Proxy({ x: 1 }, { [trap]: throws }) }),
    fault: 'unreadable',
    path: ['a b'],
    says: /^value\["a b"\] cannot be read: hostile\.?$/,
  })),
  {
    name: 'a revoked proxy',
    make: () => [revoked()],
    fault: 'unreadable',
    path: [0],
    says: /^value\[0\] cannot be read: .*revoked/,
  },
  {
    name: 'a toJSON that throws',
    make: () => ({ a: { toJSON: throws } }),
    fault: 'unreadable',
    path: ['a'],
    says: /^value\.a cannot be read: hostile\.?$/,
  },
  {
    name: 'a toJSON that gives a circle',
    make: () => ({ a: { toJSON: circle } }),
    fault: 'circular',
    path: ['a', 'kids', 0, 'parent'],
    says: /^value\.a\.kids\[0\]\.parent refers back to value\.a: /,
  },
  {
    name: 'a toJSON that gives what holds it',
    make: () => {
      const holder = { a: { toJSON: (): unknown => ({ holder }) } };
      return holder;
    },
    fault: 'circular',
    path: ['a', 'holder'],
    says: /^value\.a\.holder refers back to value: /,
  },
  ...(
    [
      ['a function', throws, /a function, not JSON data: pass what it returns/],
      ['a symbol', Symbol('s'), /a symbol, not JSON data: pass a text/],
      ['a RegExp', /a/, /a RegExp, not JSON data: pass /],
      ['an Error', new TypeError('no'), /an Error, not JSON data: pass its message as a text/],
      ['a promise', Promise.resolve(1), /a Promise, not JSON data: pass /],
      ['an ArrayBuffer', new ArrayBuffer(8), /an ArrayBuffer, not JSON data: pass /],
      ['NaN', NaN, /NaN, which JSON cannot hold: use null or a text/],
      ['a large bigint', 2n ** 64n, /a bigint that does not fit a number: use a text/],
      ['an invalid Date', new Date(NaN), /an invalid Date/],
      ['a Map with a key of an object', new Map([[{}, 1]]), /a Map with a key that is not text/],
    ] as const
  ).map(([name, value, says]) => ({
    name,
    make: () => ({ a: new Map([['b', [value]]]) }),
    fault: 'not_data',
    path: ['a', 'b', 0],
    says: new RegExp(`^value\\.a\\.b\\[0\\] is ${says.source}`),
  })),
];

/** What an error says of such a value that it calls `name`, which is part of a regular expression: `task\\.context`. */
export function saysOf({ fault, says }: HostileData, name: string): RegExp {
  // Where levels are the limit of a session, or begin above the value, the whole path is another.
  if (fault === 'too_deep') return /deeper than 100\b/;
  return new RegExp(says.source.replace(/^\^/, '').replaceAll('value', name));
}
