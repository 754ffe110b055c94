import { present } from '../present.js';
import type { FileSystem } from './interpreter.js';

/** The number under which the guest finds its device open; `guest/index.ts` knows it too. */
const deviceNumber = 77;

/** Handles what the guest reads from and writes to the device. */
export interface DeviceOwner {
  /** The next frame for the guest; blocks until there is one. */
  nextFrame(): { readonly kind: number; readonly payload: Uint8Array };
  /** A whole frame of the guest; `payload` is only valid during the call. */
  onFrame(kind: number, payload: Uint8Array): void;
  /** The guest announced a frame that is larger than the limit; must not return. */
  onOversize(bytes: number): never;
  maxFrameBytes(): number;
}

const headerBytes = 5;
/** Frames up to this size reach the guest in one read. */
const shortPayloadBytes = 65_000;

/** Puts the one character device into the file system, open at {@link deviceNumber}. */
export function openDevice(fs: FileSystem, owner: DeviceOwner): void {
  const device = fs.makedev(77, 0);
  const reader = createFrameReader(owner);
  const writer = createFrameWriter(owner);
  fs.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    llseek: () => {
      throw new fs.ErrnoError(70);
    },
    read: (_stream: unknown, heap: Int8Array, offset: number, length: number) =>
      reader(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)),
    write: (_stream: unknown, heap: Int8Array, offset: number, length: number) =>
      writer(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)),
  });
  fs.mkdev('/dev/rlm', 0o600, device);
  const stream = fs.open('/dev/rlm', 2);
  fs.dupStream(stream, deviceNumber);
  fs.close(stream);
  fs.unlink('/dev/rlm');
}

function createFrameReader(owner: DeviceOwner): (target: Uint8Array) => number {
  let pending: Uint8Array[] = [];
  return (target) => {
    if (target.length === 0) return 0;
    if (pending.length === 0) {
      const { kind, payload } = owner.nextFrame();
      const isShort = payload.length <= shortPayloadBytes;
      const start = new Uint8Array(headerBytes + (isShort ? payload.length : 0));
      start[0] = kind;
      new DataView(start.buffer).setUint32(1, payload.length, true);
      if (isShort) start.set(payload, headerBytes);
      pending = isShort ? [start] : [start, payload];
    }
    const current = present(pending[0], 'a frame');
    const part = current.subarray(0, target.length);
    target.set(part);
    if (part.length === current.length) pending.shift();
    else pending[0] = current.subarray(part.length);
    return part.length;
  };
}

function createFrameWriter(owner: DeviceOwner): (source: Uint8Array) => number {
  let held = Buffer.alloc(0);
  return (source) => {
    let data = Buffer.from(source.buffer, source.byteOffset, source.length);
    if (held.length > 0) data = Buffer.concat([held, data]);
    let at = 0;
    while (data.length - at >= headerBytes) {
      const size = data.readUInt32LE(at + 1);
      if (size > owner.maxFrameBytes()) owner.onOversize(size);
      const end = at + headerBytes + size;
      if (data.length < end) break;
      owner.onFrame(data[at] ?? 0, data.subarray(at + headerBytes, end));
      at = end;
    }
    held = at === data.length ? Buffer.alloc(0) : Buffer.from(data.subarray(at));
    return source.length;
  };
}
