/** A section of a WebAssembly module: where it starts, where its content starts, and where both end. */
export interface Section {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** The sections of a WebAssembly module, in their order. */
export function* sectionsOf(module: Uint8Array): IterableIterator<Section> {
  for (let start = 8; start < module.length;) {
    const [size, body] = readVarint(module, start + 1);
    const end = body + size;
    yield { id: module[start] ?? 0, start, body, end };
    start = end;
  }
}

/** The number that begins at `start`, and where it ends. */
export function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
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

/** The bytes of a number. */
export function toVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

/** All parts, in one piece. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
