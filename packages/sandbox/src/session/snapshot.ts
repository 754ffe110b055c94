import { mismatch, refuseOption, sha256Hex } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { SessionSnapshot } from '../contract/session.js';
import type { WholeBackend } from './create-sandbox.js';
import type { LiveChild } from './live-child.js';

/** Wraps a child's bytes as a snapshot that names its build and can be verified. */
export async function makeSnapshot(
  backend: WholeBackend,
  bytes: Uint8Array,
  cells: number,
): Promise<SessionSnapshot> {
  const [build, sha256] = await Promise.all([backend.build?.() ?? '', sha256OfLong(bytes)]);
  return Object.freeze({ backend: backend.name, build, cells, bytes, sha256 });
}

/**
 * A child's state as bytes.
 *
 * @throws SandboxError `unsupported` if the backend has no snapshots, `value_rejected` if it is over `maxBytes`
 */
export async function takeSnapshot(
  backend: WholeBackend,
  child: LiveChild,
  maxBytes: number,
  time: AbortSignal,
): Promise<Uint8Array> {
  if (!backend.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${backend.name} has no snapshots`);
  }
  const bytes = await child.snapshot(maxBytes, time);
  if (bytes !== undefined && bytes.length <= maxBytes) return bytes;
  throw new SandboxError('value_rejected', `the snapshot would be larger than ${maxBytes} bytes`);
}

/** The size of a snapshot besides the child's memory, in bytes: names, texts of the host, a header. */
const besideMemoryBytes = 16 * 1024 * 1024;

/**
 * Refuses a snapshot of another backend or build, one that was altered, or one that no child of `memoryBytes` can have
 * produced.
 *
 * @throws InvalidOptionError; SandboxError `snapshot_mismatch`, `unsupported`
 */
export async function verifySnapshot(
  backend: WholeBackend,
  snapshot: SessionSnapshot,
  memoryBytes: number,
): Promise<void> {
  if (!backend.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${backend.name} cannot open snapshots`);
  }
  const maxBytes = memoryBytes + besideMemoryBytes;
  if (snapshot.bytes.length > maxBytes) {
    const expected = `at most ${maxBytes} bytes long (limits.memoryBytes and a margin)`;
    throw refuseOption(mismatch('snapshot.bytes', expected, snapshot.bytes.length));
  }
  const build = (await backend.build?.()) ?? '';
  if (snapshot.backend !== backend.name || snapshot.build !== build) {
    throw new SandboxError(
      'snapshot_mismatch',
      `expected a snapshot of ${backend.name} (build ${build}), got one of ${snapshot.backend} (build ${snapshot.build})`,
    );
  }
  if ((await sha256OfLong(snapshot.bytes)) !== snapshot.sha256) {
    throw new SandboxError(
      'snapshot_mismatch',
      'the bytes of the snapshot do not have its SHA-256',
    );
  }
}

/** Bytes that are hashed at a time: WebCrypto copies them first, on the caller's thread. */
const sliceBytes = 16 * 1024 * 1024;

/** SHA-256 of bytes that may be hundreds of megabytes: of more than 16 MiB, that of the digests (hexadecimal) of each 16 MiB. */
async function sha256OfLong(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= sliceBytes) return sha256Hex(bytes);
  let digests = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    digests += await sha256Hex(bytes.subarray(at, at + sliceBytes));
  }
  return sha256Hex(new TextEncoder().encode(digests));
}
