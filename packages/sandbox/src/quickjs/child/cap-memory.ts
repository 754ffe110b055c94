import { mismatch, refuseOption } from '@rlm/repl-types/internal';

const memorySection = 5;
const pageBytes = 65_536;

/**
 * Rewrites the memory section of a WebAssembly module, so that its memory has a maximum. V8 then refuses to grow it
 * further, whatever the code in it does.
 *
 * @param maximumBytes Rounded down to pages of 64 KiB. Throws `InvalidOptionError` if it is less than what the module
 *   starts with.
 */
export function capWasmMemory(
  module: Uint8Array,
  maximumBytes: number,
  reserveBytes = 0,
): Uint8Array<ArrayBuffer> {
  const { start, end, flags, minimum, maximum } = memoryOf(module);
  const limit = limitOf(minimum, maximumBytes, reserveBytes);
  const content = [1, flags | 1, ...toVarint(minimum), ...toVarint(Math.min(maximum, limit))];
  const section = [memorySection, ...toVarint(content.length), ...content];
  const capped = new Uint8Array(start + section.length + module.length - end);
  capped.set(module.subarray(0, start));
  capped.set(section, start);
  capped.set(module.subarray(end), start + section.length);
  return capped;
}

/** The maximum in pages. */
function limitOf(minimum: number, maximumBytes: number, reserveBytes: number): number {
  const maximum = Math.floor(maximumBytes / pageBytes);
  if (minimum > maximum) {
    const expected = `at least ${minimum * pageBytes}, with which the interpreter starts`;
    const got = `${maximum * pageBytes} (whole pages of ${pageBytes})`;
    throw refuseOption(mismatch('limits.memoryBytes', expected, got));
  }
  return maximum + Math.ceil(reserveBytes / pageBytes);
}

/** The memory section of a module: where it is, and what it says, in pages. */
interface MemorySection {
  readonly start: number;
  readonly end: number;
  readonly flags: number;
  readonly minimum: number;
  readonly maximum: number;
}

function memoryOf(module: Uint8Array): MemorySection {
  for (let start = 8; start < module.length;) {
    const [size, body] = readVarint(module, start + 1);
    const end = body + size;
    if (module[start] === memorySection) {
      const [count, flagsAt] = readVarint(module, body);
      if (count !== 1) throw new Error(`expected a module with one memory, got ${count}`);
      const flags = module[flagsAt] ?? 0;
      const [minimum, next] = readVarint(module, flagsAt + 1);
      const [maximum] = (flags & 1) === 1 ? readVarint(module, next) : [65_536];
      return { start, end, flags, minimum, maximum };
    }
    start = end;
  }
  throw new Error('expected a WebAssembly module with a memory section of its own');
}

/** The number that begins at `start`, and where it ends. */
function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the WebAssembly module ends too early');
    value += (byte & 0x7f) * scale;
    if ((byte & 0x80) === 0) return [value, at + 1];
  }
}

/** The bytes of a number. */
function toVarint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 0x80, ...toVarint(Math.floor(value / 128))];
}
