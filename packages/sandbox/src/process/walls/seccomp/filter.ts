import {
  allow,
  assemble,
  failWith,
  type Instruction,
  kill,
  loadArchitecture,
  loadArgument,
  loadNumber,
  loadUpperHalf,
  mask,
  whenAnyBit,
  whenEqual,
} from './assemble.js';
import { type FilterArchitecture, syscallNumber, syscallNumbers } from './syscalls.js';

const EPERM = 1;
const EAGAIN = 11;
const EROFS = 30;
const ENOSYS = 38;

const auditNumbers = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

const cloneThread = 0x10000;
const cloneNamespaces = 0x7e020000;
const openForWriting = 0x3 | 0x40 | 0x200;
const unixDomain = 1;
/** FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS, TIOCGWINSZ: none of them changes a terminal. */
const harmlessIoctls = [0x541b, 0x5421, 0x5450, 0x5451, 0x5401, 0x5413];

const onlyAtStart = [
  ...['execve', 'execveat', 'prctl', 'seccomp'],
  ...['setgroups', 'setresgid', 'setresuid'],
] as const;

/** Calls that are decided by an argument: each ends in `allow` or in an error. */
const byArgument: Readonly<Partial<Record<string, readonly Instruction[]>>> = {
  clone: [
    loadArgument(0),
    ...whenAnyBit(cloneNamespaces, [failWith(EPERM)]),
    ...whenAnyBit(cloneThread, [allow]),
    failWith(EPERM),
  ],
  open: readOnly(1),
  openat: readOnly(2),
  ioctl: [
    loadArgument(1),
    ...harmlessIoctls.flatMap((request) => whenEqual(request, [allow])),
    failWith(EPERM),
  ],
  socketpair: [loadArgument(0), ...whenEqual(unixDomain, [allow]), failWith(EPERM)],
  // No address: a pointer is null when both of its halves are.
  sendto: [
    loadArgument(4),
    ...whenEqual(0, [loadUpperHalf(4), ...whenEqual(0, [allow])]),
    failWith(EPERM),
  ],
  // The C library falls back to the calls above, whose arguments a filter can see.
  clone3: [failWith(ENOSYS)],
  openat2: [failWith(ENOSYS)],
};

function readOnly(argument: number): readonly Instruction[] {
  return [loadArgument(argument), mask(openForWriting), ...whenEqual(0, [allow]), failWith(EROFS)];
}

/**
 * The filter under which bubblewrap starts Python: an allow-list. Everything else fails with EPERM: processes
 * (only threads may be cloned), sockets but pairs, every call that changes a file, mounts, namespaces, tracing, keys.
 * A foreign architecture (32-bit calls included) ends the process.
 */
export function createStartFilter(architecture: FilterArchitecture): Uint8Array {
  return assemble([
    ...guardArchitecture(architecture),
    ...Object.keys(syscallNumbers).flatMap((name) =>
      rule(name, architecture, byArgument[name] ?? [allow]),
    ),
    failWith(EPERM),
  ]);
}

/**
 * The filter that the driver adds once Python runs: nothing can be executed any more, no filter added, no user become.
 *
 * @param hasThreads Whether threads may be started; else that fails as it does at a limit.
 */
export function createRunFilter(architecture: FilterArchitecture, hasThreads = true): Uint8Array {
  return assemble([
    ...guardArchitecture(architecture),
    ...onlyAtStart.flatMap((name) => rule(name, architecture, [failWith(EPERM)])),
    ...(hasThreads ? [] : rule('clone', architecture, [failWith(EAGAIN)])),
    allow,
  ]);
}

function guardArchitecture(architecture: FilterArchitecture): readonly Instruction[] {
  const otherwise: Instruction[] = [kill];
  return [
    loadArchitecture,
    [0x15, otherwise.length, 0, auditNumbers[architecture]],
    ...otherwise,
    loadNumber,
  ];
}

function rule(
  name: string,
  architecture: FilterArchitecture,
  then: readonly Instruction[],
): readonly Instruction[] {
  const number = syscallNumber(name, architecture);
  return number === null ? [] : whenEqual(number, then);
}

/** Whether this processor has a filter. */
export function hasFilter(architecture: string): architecture is FilterArchitecture {
  return architecture in auditNumbers;
}
