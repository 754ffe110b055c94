import { type FilterArchitecture, syscallNumber, syscallNumbers } from './syscalls.js';

/** One instruction of classic BPF, the language of seccomp filters: code, jumps if true and false, operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, k: number];

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAnyBit = 0x45;
const and = 0x54;
const give = 0x06;

const allowed = 0x7fff0000;
const failed = 0x00050000;
const killProcess = 0x80000000;

/** Loads a word of `struct seccomp_data`, by its place there. */
const load = (offset: number): Instruction => [loadWord, 0, 0, offset];
const loadNumber = load(0);
/** The architecture's audit number. */
const loadArchitecture = load(4);
/** The lower half of argument `index`; both architectures are little-endian. */
const loadArgument = (index: number): Instruction => load(16 + 8 * index);
const loadUpperHalf = (index: number): Instruction => load(20 + 8 * index);
/** Keeps only the bits of `mask`. */
const mask = (bits: number): Instruction => [and, 0, 0, bits];
/** Lets the call happen. */
const allow: Instruction = [give, 0, 0, allowed];
/** Makes the call fail with an error number. */
const failWith = (errno: number): Instruction => [give, 0, 0, failed | errno];
/** Ends the process by SIGSYS. */
const kill: Instruction = [give, 0, 0, killProcess];

/** Runs `then` if the loaded value equals `value`, else continues after it. */
function whenEqual(value: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[jumpIfEqual, 0, then.length, value], ...then];
}

/** Runs `then` if the loaded value has any of `bits`, else continues after it. */
function whenAnyBit(bits: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[jumpIfAnyBit, 0, then.length, bits], ...then];
}

/** The program as the kernel reads it: 8 bytes an instruction, little-endian. Throws beyond the kernel's 4,096. */
function assemble(program: readonly Instruction[]): Uint8Array {
  if (program.length > 4096) throw new RangeError('a filter has at most 4096 instructions');
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  program.forEach(([code, jumpTrue, jumpFalse, k], index) => {
    if (jumpTrue > 255 || jumpFalse > 255) throw new RangeError('a jump is at most 255 long');
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, jumpTrue);
    view.setUint8(index * 8 + 3, jumpFalse);
    view.setUint32(index * 8 + 4, k >>> 0, true);
  });
  return bytes;
}

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
    [jumpIfEqual, otherwise.length, 0, auditNumbers[architecture]],
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
