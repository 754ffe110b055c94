import type { Snapshot } from 'quickjs-wasi';

const headerWords = 6;
const magic = 0x326a_6c72;

/**
 * A snapshot is six words, little endian (a magic number, the token of the helpers' operations, three pointers, the length of the
 * child's state), the child's own state (bytes), and the linear memory: written with one copy of it, since it may be as large as
 * the session's limit.
 */
export function writeSnapshot(
  token: number,
  { stackPointer, runtimePtr, contextPtr, memory }: Omit<Snapshot, 'extensions'>,
  state: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const memoryStart = headerWords * 4 + state.length;
  const bytes = new Uint8Array(memoryStart + memory.byteLength);
  const view = new DataView(bytes.buffer);
  [magic, token, stackPointer, runtimePtr, contextPtr, state.length].forEach((word, index) => {
    view.setUint32(index * 4, word, true);
  });
  bytes.set(state, headerWords * 4);
  bytes.set(memory, memoryStart);
  return bytes;
}

/** The parts of a snapshot. */
export function readSnapshot(snapshot: Uint8Array): {
  readonly token: number;
  readonly snapshot: Snapshot;
  readonly state: Uint8Array;
} {
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const word = (index: number): number => view.getUint32(index * 4, true);
  if (snapshot.byteLength < headerWords * 4 || word(0) !== magic) {
    throw new Error('the bytes are not a snapshot of a JavaScript session');
  }
  const memoryStart = headerWords * 4 + word(5);
  return {
    token: word(1),
    state: snapshot.subarray(headerWords * 4, memoryStart),
    snapshot: {
      stackPointer: word(2),
      runtimePtr: word(3),
      contextPtr: word(4),
      memory: snapshot.subarray(memoryStart),
      extensions: [],
    },
  };
}
