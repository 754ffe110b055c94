import { mismatch, refuseOption } from '@rlm/repl-types/internal';
import { SandboxError } from '../../contract/errors.js';
import type { SessionSnapshot } from '../../contract/session.js';
import type { CallTime } from '../guest/call-time.js';
import { sha256OfLong } from '../log/content-key.js';
import type { WholeBackend } from '../create-sandbox.js';
import type { Guest } from '../guest/guest.js';

/** Wraps a guest's bytes as a snapshot that names its build and can be verified. */
export async function makeSnapshot(
  recipe: WholeBackend,
  bytes: Uint8Array,
  cells: number,
): Promise<SessionSnapshot> {
  const [build, sha256] = await Promise.all([recipe.build?.() ?? '', sha256OfLong(bytes)]);
  return Object.freeze({ backend: recipe.name, build, cells, bytes, sha256 });
}

/**
 * A guest's state as bytes.
 *
 * @throws SandboxError `unsupported` if the backend has no snapshots, `value_rejected` if it is over `maxBytes`
 */
export async function takeSnapshot(
  recipe: WholeBackend,
  guest: Guest,
  maxBytes: number,
  time: CallTime,
): Promise<Uint8Array> {
  if (!recipe.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${recipe.name} has no snapshots`);
  }
  const bytes = await guest.snapshot(maxBytes, time);
  if (bytes !== undefined && bytes.length <= maxBytes) return bytes;
  throw new SandboxError('value_rejected', `the snapshot would be larger than ${maxBytes} bytes`);
}

/** The size of a snapshot besides the guest's memory, in bytes: names, texts of the host, a header. */
const besideMemoryBytes = 16 * 1024 * 1024;

/**
 * Refuses a snapshot of another backend or build, one that was altered, or one that no guest of `memoryBytes` can have
 * produced.
 *
 * @throws InvalidOptionError; SandboxError `snapshot_mismatch`, `unsupported`
 */
export async function verifySnapshot(
  recipe: WholeBackend,
  snapshot: SessionSnapshot,
  memoryBytes: number,
): Promise<void> {
  if (!recipe.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${recipe.name} cannot open snapshots`);
  }
  const maxBytes = memoryBytes + besideMemoryBytes;
  if (snapshot.bytes.length > maxBytes) {
    const expected = `at most ${maxBytes} bytes long (limits.memoryBytes and a margin)`;
    throw refuseOption(mismatch('snapshot.bytes', expected, snapshot.bytes.length));
  }
  const build = (await recipe.build?.()) ?? '';
  if (snapshot.backend !== recipe.name || snapshot.build !== build) {
    throw new SandboxError(
      'snapshot_mismatch',
      `expected a snapshot of ${recipe.name} (build ${build}), got one of ${snapshot.backend} (build ${snapshot.build})`,
    );
  }
  if ((await sha256OfLong(snapshot.bytes)) !== snapshot.sha256) {
    throw new SandboxError(
      'snapshot_mismatch',
      'the bytes of the snapshot do not have its SHA-256',
    );
  }
}
