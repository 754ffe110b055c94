import { mismatch, refuseOption } from '@rlm/repl-types/internal';

const memorySection = 5;
const pageBytes = 65_536;

/**
 * Rewrites the memory section of a WebAssembly module, so that its memory has a maximum. The engine then refuses to
 * grow it further, whatever the code in it does.
 *
 * @param maximumBytes Rounded down to pages of 64 KiB. Throws `InvalidOptionError` if it is less than what the module
 *   starts with.
 */
export function capWasmMemory(
  module: Uint8Array,
  maximumBytes: number,
  reserveBytes = 0,
): Uint8Array {
  const maximum = Math.floor(maximumBytes / pageBytes);
  const reserve = Math.ceil(reserveBytes / pageBytes);
  for (let offset = 8; offset < module.length;) {
    const id = module[offset];
    const [size, body] = readVarint(module, offset + 1);
    if (id === memorySection) {
      const section = rewrite(module, body, maximum, reserve);
      return concat([module.subarray(0, offset), section, module.subarray(body + size)]);
    }
    offset = body + size;
  }
  throw new Error('expected a WebAssembly module with a memory section of its own');
}

function rewrite(module: Uint8Array, body: number, maximum: number, reserve: number): Uint8Array {
  const [count, flagsAt] = readVarint(module, body);
  if (count !== 1) throw new Error(`expected a module with one memory, got ${count}`);
  const flags = module[flagsAt] ?? 0;
  const [minimum, afterMinimum] = readVarint(module, flagsAt + 1);
  const [present] = (flags & 1) === 1 ? readVarint(module, afterMinimum) : [65_536];
  if (minimum > maximum) {
    const expected = `at least ${minimum * pageBytes}, with which the interpreter starts`;
    const got = `${maximum * pageBytes} (whole pages of ${pageBytes})`;
    throw refuseOption(mismatch('limits.memoryBytes', expected, got));
  }
  const limit = Math.min(present, maximum + reserve);
  const content = [1, flags | 1, ...toVarint(minimum), ...toVarint(limit)];
  return Uint8Array.from([memorySection, ...toVarint(content.length), ...content]);
}

function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  let scale = 1;
  for (let index = start; ; index++) {
    const byte = bytes[index];
    if (byte === undefined) throw new Error('the WebAssembly module ends too early');
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if ((byte & 0x80) === 0) return [value, index + 1];
  }
}

function toVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
