import { flush, readHeader, readPayload, readSome, writeBytes } from '../../process/inside/pipe.js';
import { headerBytes, kinds } from '../../process/kinds.js';
import { writeHeader } from '../../process/pipe.js';
import { present } from '../present.js';
import { localKinds } from '../start.js';
import type { FileSystem } from './interpreter.js';

/** The number under which the guest finds its device open; `guest/index.ts` knows it too. */
const deviceNumber = 77;

/** Kinds of frames of the guest that stay here. */
const local: ReadonlySet<number> = new Set(Object.values(localKinds));

/** Looks at the frames that pass between the host and the guest. */
export interface FrameObserver {
  /** A frame for the guest before it reads those of the host; undefined if there is none. */
  ownFrame(): DeviceFrame | undefined;
  /** A frame of the host, whole. Returns what the guest reads in its place. Long ones, texts and values, pass unseen. */
  onHostFrame(frame: DeviceFrame): DeviceFrame;
  /** A whole frame of the guest that stays here; `payload` is only valid during the call. */
  onLocalFrame(kind: number, payload: Uint8Array): void;
  /** A frame of the guest begins that goes to the host. */
  onPassing(kind: number): void;
  /** The guest announced a frame for here that is too long; must not return. */
  onOversize(bytes: number): never;
}

/** A frame at the guest's device: kind, length (four bytes, little endian) and payload, as those of the host. */
interface DeviceFrame {
  readonly kind: number;
  readonly payload: Uint8Array;
}

/** Payloads of the host up to this size are looked at; cells always. */
const maxSeenBytes = 65_000;
/** The longest frame of the guest that stays here. */
const maxLocalBytes = 16_384;

/** Puts the one character device into the file system, open at {@link deviceNumber}. */
export function openDevice(fs: FileSystem, observer: FrameObserver): void {
  const device = fs.makedev(77, 0);
  const reader = new DeviceReader(observer);
  const writer = new DeviceWriter(observer);
  fs.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    llseek: () => {
      throw new fs.ErrnoError(70);
    },
    read: (_stream: unknown, heap: Int8Array, offset: number, length: number) =>
      reader.read(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)),
    write: (_stream: unknown, heap: Int8Array, offset: number, length: number) =>
      writer.write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)),
  });
  fs.mkdev('/dev/rlm', 0o600, device);
  const stream = fs.open('/dev/rlm', 2);
  fs.dupStream(stream, deviceNumber);
  fs.close(stream);
  fs.unlink('/dev/rlm');
}

/** What the guest reads: frames of the host, long payloads straight into its memory. */
class DeviceReader {
  readonly #observer: FrameObserver;
  /** What is at hand of a frame. */
  #held: Uint8Array = new Uint8Array(0);
  /** Bytes of its payload that are still in the pipe. */
  #coming = 0;

  constructor(observer: FrameObserver) {
    this.#observer = observer;
  }

  /** Blocks until there is something to read. */
  read(target: Uint8Array): number {
    if (target.length === 0) return 0;
    if (this.#held.length === 0 && this.#coming === 0) this.#begin();
    if (this.#held.length > 0) {
      const part = this.#held.subarray(0, target.length);
      target.set(part);
      this.#held = this.#held.subarray(part.length);
      return part.length;
    }
    const got = readSome(target.subarray(0, this.#coming));
    this.#coming -= got;
    return got;
  }

  #begin(): void {
    const own = this.#observer.ownFrame();
    if (own !== undefined) {
      this.#held = bytesOf(own);
      return;
    }
    const { kind, length } = readHeader();
    if (kind === kinds.execute || length <= maxSeenBytes) {
      this.#held = bytesOf(this.#observer.onHostFrame({ kind, payload: readPayload(length) }));
    } else {
      this.#held = headerOf(kind, length);
      this.#coming = length;
    }
  }
}

/** What the guest writes: frames that stay here, and others that pass on as they come. */
class DeviceWriter {
  readonly #observer: FrameObserver;
  /** The beginning of a frame that is not passed on, or not yet. */
  #held: Uint8Array = new Uint8Array(0);
  /** Bytes that are yet to pass of a frame that has begun to. */
  #passing = 0;

  constructor(observer: FrameObserver) {
    this.#observer = observer;
  }

  write(source: Uint8Array): number {
    let rest = source;
    if (this.#held.length > 0) {
      rest = Buffer.concat([this.#held, source]);
      this.#held = new Uint8Array(0);
    }
    while (rest.length > 0) {
      const taken = this.#passing > 0 ? this.#pass(rest) : this.#begin(rest);
      if (taken === 0) {
        this.#held = rest.slice();
        break;
      }
      rest = rest.subarray(taken);
    }
    flush();
    return source.length;
  }

  #pass(bytes: Uint8Array): number {
    const part = bytes.subarray(0, this.#passing);
    writeBytes(part);
    this.#passing -= part.length;
    return part.length;
  }

  /** Takes a frame from its start on; 0 if there is too little of it. */
  #begin(bytes: Uint8Array): number {
    if (bytes.length < headerBytes) return 0;
    const kind = present(bytes[0], 'a kind');
    const { buffer, byteOffset } = bytes;
    const size = new DataView(buffer, byteOffset).getUint32(1, true);
    const end = headerBytes + size;
    if (!local.has(kind)) {
      this.#observer.onPassing(kind);
      this.#passing = end;
      return this.#pass(bytes);
    }
    if (size > maxLocalBytes) this.#observer.onOversize(size);
    if (bytes.length < end) return 0;
    this.#observer.onLocalFrame(kind, bytes.subarray(headerBytes, end));
    return end;
  }
}

function headerOf(kind: number, length: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  writeHeader(header, 0, kind, length);
  return header;
}

function bytesOf({ kind, payload }: DeviceFrame): Uint8Array {
  return Buffer.concat([headerOf(kind, payload.length), payload]);
}
