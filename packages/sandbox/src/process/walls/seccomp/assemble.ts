/** One instruction of classic BPF, the language of seccomp filters: code, jumps if true and false, operand. */
export type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, k: number];

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAnyBit = 0x45;
const and = 0x54;
const give = 0x06;

const allowed = 0x7fff0000;
const failed = 0x00050000;
const killProcess = 0x80000000;

/** Where `struct seccomp_data` keeps the call's number and the architecture. */
const offsets = { number: 0, architecture: 4, arguments: 16 } as const;

/** Loads the call's number. */
export const loadNumber: Instruction = [loadWord, 0, 0, offsets.number];
/** Loads the architecture's audit number. */
export const loadArchitecture: Instruction = [loadWord, 0, 0, offsets.architecture];
/** Loads the lower half of argument `index`; both architectures are little-endian. */
export const loadArgument = (index: number): Instruction => [
  loadWord,
  0,
  0,
  offsets.arguments + 8 * index,
];
/** Loads the upper half of argument `index`. */
export const loadUpperHalf = (index: number): Instruction => [
  loadWord,
  0,
  0,
  offsets.arguments + 8 * index + 4,
];
/** Keeps only the bits of `mask`. */
export const mask = (bits: number): Instruction => [and, 0, 0, bits];
/** Lets the call happen. */
export const allow: Instruction = [give, 0, 0, allowed];
/** Makes the call fail with an error number. */
export const failWith = (errno: number): Instruction => [give, 0, 0, failed | errno];
/** Ends the process by SIGSYS. */
export const kill: Instruction = [give, 0, 0, killProcess];

/** Runs `then` if the loaded value equals `value`, else continues after it. */
export function whenEqual(value: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[jumpIfEqual, 0, then.length, value], ...then];
}

/** Runs `then` if the loaded value has any of `bits`, else continues after it. */
export function whenAnyBit(bits: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[jumpIfAnyBit, 0, then.length, bits], ...then];
}

/** The program as the kernel reads it: 8 bytes an instruction, little-endian. Throws beyond the kernel's 4,096. */
export function assemble(program: readonly Instruction[]): Uint8Array {
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
