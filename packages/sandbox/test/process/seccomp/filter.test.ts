import { describe, expect, it } from 'vitest';

import {
  createRunFilter,
  createStartFilter,
  hasFilter,
} from '../../../src/process/walls/seccomp/filter.js';
import {
  type FilterArchitecture,
  syscallNumber,
  syscallNumbers,
} from '../../../src/process/walls/seccomp/syscalls.js';

const allow = 0x7fff0000;
const kill = 0x80000000;
const fail = (errno: number): number => 0x00050000 | errno;
const audit = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

/** Runs a filter as the kernel does. */
function decide(
  filter: Uint8Array,
  architecture: number,
  number: number,
  args: readonly number[] = [],
): number {
  const view = new DataView(filter.buffer);
  const data = [
    number,
    architecture,
    0,
    0,
    ...args.flatMap((arg) => [arg % 2 ** 32, Math.floor(arg / 2 ** 32)]),
  ];
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = view.getUint16(at * 8, true);
    const jumps = [view.getUint8(at * 8 + 3), view.getUint8(at * 8 + 2)];
    const k = view.getUint32(at * 8 + 4, true);
    if (code === 0x06) return k;
    if (code === 0x20) loaded = (data[k / 4] ?? 0) >>> 0;
    else if (code === 0x54) loaded = (loaded & k) >>> 0;
    else if (code === 0x15) at += jumps[loaded === k ? 1 : 0] ?? 0;
    else if (code === 0x45) at += jumps[(loaded & k) !== 0 ? 1 : 0] ?? 0;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter has no end');
}

const architectures: readonly FilterArchitecture[] = ['x64', 'arm64'];

/** Calls by name, their arguments, and the decision. */
const rows: readonly (readonly [name: string, args: readonly number[], expected: number])[] = [
  ['read', [], allow],
  ['mmap', [], allow],
  ['futex', [], allow],
  ['clone', [0x3d0f00], allow],
  ['clone', [0x11], fail(1)],
  ['clone', [0x10000 | 0x20000000], fail(1)],
  ['clone', [0x3d0f00 | 0x40000000], fail(1)],
  ['clone3', [], fail(38)],
  ['openat', [0, 0, 0x80000], allow],
  ['openat', [0, 0, 0x1], fail(30)],
  ['openat', [0, 0, 0x2], fail(30)],
  ['openat', [0, 0, 0x40], fail(30)],
  ['openat', [0, 0, 0x200], fail(30)],
  ['openat2', [], fail(38)],
  ['ioctl', [0, 0x5401], allow],
  ['ioctl', [0, 0x5412], fail(1)],
  ['socketpair', [1], allow],
  ['socketpair', [2], fail(1)],
  ['sendto', [0, 0, 0, 0, 0], allow],
  ['sendto', [0, 0, 0, 0, 4096], fail(1)],
  ['sendto', [0, 0, 0, 0, 2 ** 32], fail(1)],
];

describe.each(architectures)('createStartFilter on %s', (architecture) => {
  const filter = createStartFilter(architecture);

  it.each(rows)('decides %s%o', (name, args, expected) => {
    const number = syscallNumber(name, architecture);
    expect(decide(filter, audit[architecture], number ?? -1, args)).toBe(expected);
  });

  it('refuses every number that it does not name', () => {
    const named = new Set(
      Object.keys(syscallNumbers).map((name) => syscallNumber(name, architecture)),
    );
    for (let number = 0; number < 1_000; number += 1) {
      if (!named.has(number)) expect(decide(filter, audit[architecture], number)).toBe(fail(1));
    }
  });

  it('refuses the second set of numbers that x86-64 has', () => {
    expect(decide(filter, audit[architecture], 0x40000000)).toBe(fail(1));
  });

  it('ends a process that calls for another architecture', () => {
    expect(decide(filter, 0x40000003, 0)).toBe(kill);
  });
});

describe.each(architectures)('createRunFilter on %s', (architecture) => {
  const filter = createRunFilter(architecture);

  it.each(['execve', 'prctl', 'seccomp', 'setgroups', 'setresgid', 'setresuid'])(
    'takes %s away',
    (name) => {
      const number = syscallNumber(name, architecture) ?? -1;
      expect(decide(filter, audit[architecture], number)).toBe(fail(1));
    },
  );

  it('leaves the rest to the first filter', () => {
    const number = syscallNumber('read', architecture) ?? -1;
    expect(decide(filter, audit[architecture], number)).toBe(allow);
  });
});

describe('syscallNumber', () => {
  it('knows no other name', () => {
    expect(() => syscallNumber('socket', 'x64')).toThrow(RangeError);
  });
});

describe('hasFilter', () => {
  it.each([
    ['x64', true],
    ['arm64', true],
    ['ia32', false],
  ])('of %s is %s', (architecture, expected) => {
    expect(hasFilter(architecture)).toBe(expected);
  });
});
