import type { Snapshot } from 'quickjs-wasi';

const headerWords = 5;
const magic = 0x316a_6c72;

/**
 * An image is five words, little endian (a magic number, the token of the guest's dispatcher, three pointers), and the
 * linear memory: written with one copy of it, since it may be as large as the session's limit.
 */
export function writeImage(
  token: number,
  { stackPointer, runtimePtr, contextPtr, memory }: Omit<Snapshot, 'extensions'>,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerWords * 4 + memory.byteLength);
  const view = new DataView(bytes.buffer);
  [magic, token, stackPointer, runtimePtr, contextPtr].forEach((word, index) => {
    view.setUint32(index * 4, word, true);
  });
  bytes.set(memory, headerWords * 4);
  return bytes;
}

/** The parts of an image. */
export function readImage(image: Uint8Array): {
  readonly token: number;
  readonly snapshot: Snapshot;
} {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const word = (index: number): number => view.getUint32(index * 4, true);
  if (image.byteLength < headerWords * 4 || word(0) !== magic) {
    throw new Error('the bytes are no image of a JavaScript session');
  }
  return {
    token: word(1),
    snapshot: {
      stackPointer: word(2),
      runtimePtr: word(3),
      contextPtr: word(4),
      memory: image.subarray(headerWords * 4),
      extensions: [],
    },
  };
}
