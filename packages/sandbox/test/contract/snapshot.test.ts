import { createHash } from 'node:crypto';

import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import type { SandboxBackend, SandboxError, SessionSnapshot } from '../../src/index.js';
import { scriptedBackend } from '../session/support/scripted-backend.js';

const MB = 1024 * 1024;

/** A backend whose children give these bytes as their snapshot. */
const giving = (bytes?: Uint8Array): SandboxBackend =>
  createSandbox(
    scriptedBackend([], {
      snapshot: true,
      change(child, _nth, { onFrame }) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (bytes === undefined || frame.type !== 'snapshot') send(frame);
          else onFrame({ type: 'snapshot', id: frame.id, bytes });
        };
      },
    }),
  );

async function snapshotOf(backend: SandboxBackend): Promise<SessionSnapshot> {
  await using session = await backend.open();
  return (await session.snapshot?.()) ?? expect.unreachable('expected a snapshot');
}

async function errorOf(promise: Promise<unknown>): Promise<SandboxError> {
  return promise.then(
    () => expect.unreachable('expected an error'),
    (error: unknown) => error as SandboxError,
  );
}

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

describe('a snapshot', () => {
  const bytes = new Uint8Array(16 * MB + 1).fill(7);
  const ofSlices = sha256(sha256(bytes.subarray(0, 16 * MB)) + sha256(bytes.subarray(16 * MB)));

  it.each([
    ['of 16 MiB has their SHA-256', bytes.subarray(1), sha256(bytes.subarray(1))],
    ['of more has the SHA-256 of those of each 16 MiB', bytes, ofSlices],
  ])('%s', async (_, given, digest) => {
    expect((await snapshotOf(giving(given))).sha256).toBe(digest);
  });

  it.each([
    ['the first', 0],
    ['the last', 16 * MB],
  ])('of more than 16 MiB that was altered is refused, in %s of them', async (_, at) => {
    const backend = giving(bytes);
    const snapshot = await snapshotOf(backend);
    const altered = bytes.slice();
    altered[at] = 8;
    const opening = backend.open({ snapshot: { ...snapshot, bytes: altered } });
    expect((await errorOf(opening)).code).toBe('snapshot_mismatch');
  });
});

describe('a snapshot that comes from outside', () => {
  it('is refused when no guest of this size can have given it', async () => {
    const backend = giving();
    const snapshot = await snapshotOf(backend);
    const bytes = new Uint8Array(40 * MB);
    const opening = backend.open({
      snapshot: { ...snapshot, bytes },
      limits: { memoryBytes: 8 * MB },
    });
    const error = await errorOf(opening);
    expect(error).toEqual(invalidOption('snapshot.bytes', 'at most'));
  });

  it('is refused when its SHA-256 is none', async () => {
    const bytes = new Uint8Array(1);
    const snapshot = { backend: 'tampered', build: '1', cells: 0, bytes, sha256: 'abc' };
    expect((await errorOf(giving().open({ snapshot }))).message).toMatch(
      /^Expected snapshot\.sha256 /,
    );
  });
});
