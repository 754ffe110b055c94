import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';

import { SandboxError } from '../contract/errors.js';
import { control, type FromWorker } from './protocol.js';

/**
 * The boot image of this recipe: from the cache folder where there is one and it is sound, else made (and kept there).
 */
export async function fetchBootImage(
  cacheFolder: string | undefined,
  recipe: string,
  make: () => Promise<Uint8Array>,
): Promise<SharedArrayBuffer> {
  if (cacheFolder === undefined) return share(await make());
  const path = join(cacheFolder, `python-${recipe.slice(0, 32)}.image`);
  const kept = await readFile(path).catch(() => undefined);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  if (kept !== undefined && kept.length > 32) {
    const body = kept.subarray(32);
    if (digest(body).equals(kept.subarray(0, 32))) return share(body);
  }
  const made = await make();
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, Buffer.concat([digest(made), made]), { mode: 0o600 });
  await rename(draft, path);
  return share(made);
}

function share(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

/** Makes the boot image in a worker of its own: an interpreter with its library and the driver loaded. */
export async function makeBootImage(
  startWorker: (controlWords: SharedArrayBuffer) => Worker,
): Promise<Uint8Array> {
  const worker = startWorker(new SharedArrayBuffer(4 * control.length));
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const fail = (reason: string): void => {
        reject(new SandboxError('session_lost', `the Python interpreter did not start: ${reason}`));
      };
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'boot-image') resolve(message.bytes);
        if (message.type === 'failed' || message.type === 'violation') fail(message.reason);
      });
      worker.on('error', (error) => {
        fail(String(error));
      });
      worker.on('exit', (code) => {
        fail(`its worker ended with code ${code}`);
      });
    });
  } finally {
    await worker.terminate();
  }
}
