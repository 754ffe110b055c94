/** An image is the token of the guest's dispatcher (4 bytes), then what the library serialises. */
export function writeImage(token: number, snapshot: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(snapshot.byteLength + 4);
  new DataView(bytes.buffer).setUint32(0, token, true);
  bytes.set(snapshot, 4);
  return bytes;
}

/** The parts of an image. */
export function readImage(image: Uint8Array): {
  readonly token: number;
  readonly bytes: Uint8Array;
} {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  return { token: view.getUint32(0, true), bytes: image.slice(4) };
}
