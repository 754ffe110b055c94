import type { Worker } from 'node:worker_threads';
import { messageOf } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { KeptImage } from './kept-image.js';
import type { FromWorker } from './protocol.js';

/** Something that a user may want to know, and that stops nothing. */
export interface BootImageDiagnostic {
  readonly code: 'boot_image_ignored' | 'boot_image_not_kept';
  readonly message: string;
}

/** The boot image of one build, from which sessions start: kept, being made, or yet to be made. */
export interface BootImages {
  /** The image. If no one is making it, makes it in its own worker. */
  image(): Promise<SharedArrayBuffer>;
  /**
   * The image, or a claim to make it: the first session of a process boots from scratch and provides the image on the
   * way, instead of waiting for one.
   */
  imageOrClaim(): Promise<SharedArrayBuffer | BootClaim>;
  /**
   * Says that no interpreter boots from an image. If it is the one that was kept, another is made in its place.
   *
   * @returns whether it was
   */
  refuse(image: SharedArrayBuffer, reason: string): boolean;
  /** Resolves when a new image has been written to its file, or could not be. */
  kept(): Promise<void>;
}

/** The right, and duty, to make the image: one of the two must be called. */
export interface BootClaim {
  give(image: SharedArrayBuffer): void;
  fail(reason: string): void;
}

/** The source of boot images. */
export interface BootImageSource {
  /** Keeps the image for other processes. Returns why it could not be kept; undefined when it was, or should not be. */
  readonly keep: (image: SharedArrayBuffer) => Promise<string | undefined>;
  /** Reads the kept image. */
  readonly readKept: () => Promise<KeptImage>;
  /** Starts a worker that boots from scratch. */
  readonly startMaker: () => Worker;
  readonly onDiagnostic: (diagnostic: BootImageDiagnostic) => void;
}

/** Makes {@link BootImages}. An image that could not be made is made again by the next who asks. */
export function createBootImages(source: BootImageSource): BootImages {
  const { startMaker, onDiagnostic } = source;
  let made: Promise<SharedArrayBuffer> | undefined;
  let keeping: Promise<void> | undefined;
  let sought: Promise<SharedArrayBuffer | undefined> | undefined;
  /** The kept image, while it is believed. */
  let believed: SharedArrayBuffer | undefined;

  const seek = async (): Promise<SharedArrayBuffer | undefined> => {
    const kept = await source.readKept();
    if (kept.state === 'ignored') {
      onDiagnostic({ code: 'boot_image_ignored', message: kept.reason });
    }
    return (believed = kept.state === 'sound' ? kept.image : undefined);
  };
  const keep = async (image: SharedArrayBuffer): Promise<void> => {
    const failure = await source.keep(image);
    if (failure !== undefined) onDiagnostic({ code: 'boot_image_not_kept', message: failure });
  };
  const claim = (): BootClaim => {
    let give: BootClaim['give'] = () => undefined;
    let fail: BootClaim['fail'] = () => undefined;
    const making = new Promise<SharedArrayBuffer>((resolve, reject) => {
      give = (image) => {
        resolve(image);
        keeping = keep(image);
      };
      fail = (reason) => {
        reject(notStarted(reason));
      };
    });
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return { give, fail };
  };
  const imageOrClaim = async (): Promise<SharedArrayBuffer | BootClaim> => {
    sought ??= seek();
    const kept = await sought;
    if (kept !== undefined) return kept;
    if (made === undefined) return claim();
    // The session that should make it may have been closed before: others must not fail for that.
    return made.catch(() => imageOrClaim());
  };
  const image = async (): Promise<SharedArrayBuffer> => {
    const found = await imageOrClaim();
    return 'give' in found ? makeImage(startMaker, found) : found;
  };
  const refuse = (refused: SharedArrayBuffer, reason: string): boolean => {
    if (refused !== believed) return false;
    believed = undefined;
    sought = Promise.resolve(undefined);
    const message = `no interpreter starts from the kept image: ${reason}`;
    onDiagnostic({ code: 'boot_image_ignored', message });
    return true;
  };
  return { image, imageOrClaim, refuse, kept: () => keeping ?? Promise.resolve() };
}

/** Makes the image in a worker that does nothing else. */
async function makeImage(startMaker: () => Worker, claim: BootClaim): Promise<SharedArrayBuffer> {
  let worker: Worker | undefined;
  try {
    worker = startMaker();
    const image = await imageOf(worker);
    claim.give(image);
    return image;
  } catch (error) {
    const reason = messageOf(error);
    claim.fail(reason);
    throw notStarted(reason);
  } finally {
    await worker?.terminate();
  }
}

function imageOf(worker: Worker): Promise<SharedArrayBuffer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      reject(new Error(reason));
    };
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'boot-image') resolve(message.image);
      if (message.type === 'failed' || message.type === 'violation') fail(message.reason);
    });
    worker.on('error', (error) => {
      fail(String(error));
    });
    worker.on('exit', (code) => {
      fail(`its worker ended with code ${code}`);
    });
  });
}

function notStarted(reason: string): SandboxError {
  return new SandboxError('session_lost', `the Python interpreter did not start: ${reason}`);
}
