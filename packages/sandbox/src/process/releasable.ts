import { Buffer } from 'node:buffer';

/** A newer part of the language than the compiler's library knows. */
type Resizable = ArrayBuffer & { readonly resizable?: boolean; resize?(length: number): void };
const ResizableBuffer = ArrayBuffer as unknown as new (
  length: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer;

/** Bytes whose memory can be given back at once: garbage of a hundred megabytes is otherwise collected late. */
export function releasable(length: number): Buffer {
  return Buffer.from(new ResizableBuffer(length, { maxByteLength: length }));
}

/** Gives back the memory of bytes that are not needed any more, if that is possible; they are empty then. */
export function giveBack({ buffer }: Uint8Array): void {
  const memory: Resizable = buffer as ArrayBuffer;
  if (memory.resizable === true) memory.resize?.(0);
}
