import type { TextChunk } from '../protocol.js';

/** Where the guest wants a text: the characters of a string that it has created with the right size. */
export interface TextTarget {
  readonly address: number;
  /** Characters. */
  readonly length: number;
  /** Bytes a character: 1, 2 or 4. */
  readonly width: number;
}

/** Reads a guest's request; throws if it points outside its memory. */
export function readTextTarget(payload: Uint8Array, memoryBytes: number): TextTarget {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const address = view.getUint32(0, true);
  const length = view.getUint32(4, true);
  const width = view.getUint32(8, true);
  if (![1, 2, 4].includes(width) || address + length * width > memoryBytes) {
    throw new Error('a text was asked for outside the memory');
  }
  return { address, length, width };
}

/** Writes chunks one after the other. */
export interface TextReceiver {
  readonly isComplete: boolean;
  write(chunk: TextChunk): void;
}

/** Makes a receiver for one text. */
export function createTextReceiver(
  target: TextTarget,
  memory: () => ArrayBufferLike,
): TextReceiver {
  let written = 0;
  return {
    get isComplete() {
      return written >= target.length;
    },
    write(chunk) {
      const units = chunk.isUtf16
        ? new Uint16Array(chunk.buffer, 0, chunk.bytes >> 1)
        : new Uint8Array(chunk.buffer, 0, chunk.bytes);
      const at = target.address + written * target.width;
      const room = target.length - written;
      if (target.width === 4 && chunk.isUtf16) {
        written += writeCodePoints(units, new DataView(memory()), at, room);
        return;
      }
      const size = Math.min(units.length, room);
      const source = new Uint8Array(chunk.buffer, 0, size * units.BYTES_PER_ELEMENT);
      new Uint8Array(memory(), at, source.length).set(source);
      written += size;
    },
  };
}

function writeCodePoints(
  units: Uint8Array | Uint16Array,
  view: DataView,
  address: number,
  room: number,
): number {
  let count = 0;
  for (let index = 0; index < units.length && count < room; index++) {
    const unit = units[index] ?? 0;
    const next = units[index + 1] ?? 0;
    let point = unit;
    if (unit >= 0xd800 && unit < 0xe000) {
      const isPair = unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
      point = isPair ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : 0xfffd;
      if (isPair) index++;
    }
    view.setUint32(address + count * 4, point, true);
    count++;
  }
  return count;
}
