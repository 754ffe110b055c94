/** Bytes of a WebAssembly page. */
export const wasmPageBytes = 65_536;

const memorySection = 5;
const moduleHeaderBytes = 8;

/**
 * Rewrites the memory section of a WebAssembly module, so that its memory can never grow past `maxPages`:
 * a limit that the engine enforces, whatever the code does.
 */
export function limitMemory(module: Uint8Array, maxPages: number): Uint8Array {
  for (let at = moduleHeaderBytes; at < module.length;) {
    const [size, body] = readUnsigned(module, at + 1);
    if (module[at] === memorySection) {
      const section = limitedSection(module.subarray(body, body + size), maxPages);
      return concat([
        module.subarray(0, at),
        [memorySection, ...encodeUnsigned(section.length), ...section],
        module.subarray(body + size),
      ]);
    }
    at = body + size;
  }
  throw new Error('the module has no memory of its own');
}

function limitedSection(body: Uint8Array, maxPages: number): number[] {
  const [count, flagsAt] = readUnsigned(body, 0);
  if (count !== 1) throw new Error(`the module has ${count} memories, expected one`);
  const flags = body[flagsAt] ?? 0;
  const [minimum, after] = readUnsigned(body, flagsAt + 1);
  const maximum = (flags & 1) === 0 ? 65_536 : readUnsigned(body, after)[0];
  if (minimum > maxPages) {
    throw new RangeError(`the module needs ${minimum} pages of memory, allowed are ${maxPages}`);
  }
  const limited = Math.min(maximum, maxPages);
  return [1, flags | 1, ...encodeUnsigned(minimum), ...encodeUnsigned(limited)];
}

function readUnsigned(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the module is cut off');
    value += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) return [value, at + 1];
  }
}

function encodeUnsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

function concat(parts: readonly ArrayLike<number>[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
