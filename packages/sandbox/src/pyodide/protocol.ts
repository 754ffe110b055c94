import type { MessagePort } from 'node:worker_threads';

/**
 * The messages between the session's owner (main thread) and the worker that holds the interpreter. The interpreter
 * itself sees only bytes on its device; see `python/wire.py`.
 */

/** Indices into the shared control words. */
export const control: Readonly<Record<'wake' | 'stop' | 'length', number>> = Object.freeze({
  /** 1: there is a message to fetch. */
  wake: 0,
  /** 1: the running cell must stop. */
  stop: 1,
  length: 2,
});

/** Kinds of frames, as the byte before their length. */
export const frameKind = {
  // To the guest.
  open: 79,
  execute: 88,
  request: 81,
  answer: 82,
  /** A line of JSON, then the text that is assigned. */
  text: 84,
  /** The driver must return: an image is taken of an interpreter in which nothing runs. */
  pause: 87,
  // From the guest.
  opened: 75,
  call: 67,
  final: 70,
  output: 80,
  done: 68,
  reply: 86,
  sleep: 90,
  ended: 69,
  /** How far beyond the session's limit its memory may grow from now on, in bytes. */
  memory: 77,
  fault: 33,
} as const;

/** The largest frame that a guest may write, beyond the limit of values. */
export const frameMargin: number = 1 << 20;

/** The data that starts a worker. */
export interface WorkerStart {
  /** URL of the interpreter's module, and its folder. */
  readonly entryUrl: string;
  readonly folder: string;
  readonly controlWords: SharedArrayBuffer;
  /**
   * The port of the owner's messages, taken one by one; absent in a worker that only makes a boot image. It is a
   * separate port, because Deno does not take single messages from a worker's `parentPort`.
   */
  readonly inbox?: MessagePort;
  /** What it boots with; absent in the worker of a session, which gets it as its first message. */
  readonly boot?: WorkerBoot;
}

/** What a worker boots with: it is read and compiled while the worker starts. */
export interface WorkerBoot {
  /** The session's limit; absent in a worker that only makes a boot image. */
  readonly memoryBytes?: number;
  readonly guestSources: readonly (readonly [name: string, source: string])[];
  /** Absent in the worker that makes it, and then is a session like any other. */
  readonly bootImage?: SharedArrayBuffer;
}

/** Messages from the owner to the worker. */
export type ToWorker =
  | { readonly type: 'boot'; readonly boot: WorkerBoot }
  | {
      readonly type: 'open';
      /** JSON text for the guest. */
      readonly options: string;
      readonly seed: string;
      readonly maxFrameBytes: number;
      readonly maxOutputChars: number;
      /** A session's image to continue from; the worker forgets it when it has. */
      image?: Uint8Array | undefined;
    }
  | {
      readonly type: 'frame';
      readonly kind: number;
      readonly text: string;
      /** Sets the guest's clock. */
      readonly nowMs?: number;
      /** Seeds the bytes that the interpreter gets for random ones. */
      readonly seed?: string;
    }
  /** A line of JSON, then a text in UTF-8. */
  | { readonly type: 'text'; readonly bytes: Uint8Array }
  | { readonly type: 'image'; readonly maxBytes: number };

/** Messages from the worker to its owner. */
export type FromWorker =
  | { readonly type: 'booted' }
  | { readonly type: 'opened' }
  | { readonly type: 'frame'; readonly kind: number; readonly text: string }
  /** Undefined if the image is larger than requested. */
  | { readonly type: 'image'; readonly bytes: Uint8Array | undefined }
  /** Said by a worker that was started without one, before it is booted. */
  | { readonly type: 'boot-image'; readonly image: SharedArrayBuffer }
  | { readonly type: 'violation'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string };
