import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import type { SandboxError } from '../../src/index.js';
import { scriptedBackend } from '../session/support/scripted-backend.js';

const MB = 1024 * 1024;
const played = () => scriptedBackend([], { snapshot: true });

async function errorOf(promise: Promise<unknown>): Promise<SandboxError> {
  return promise.then(
    () => expect.unreachable('expected an error'),
    (error: unknown) => error as SandboxError,
  );
}

describe('a snapshot that comes from outside', () => {
  it('is refused when no guest of this size can have given it', async () => {
    const backend = createSandbox(played());
    const session = await backend.open();
    const snapshot = await session.snapshot?.();
    await session.close();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const bytes = new Uint8Array(40 * MB);
    const opening = backend.open({
      snapshot: { ...snapshot, bytes },
      limits: { memoryBytes: 8 * MB },
    });
    const error = await errorOf(opening);
    expect(error).toEqual(invalidOption('snapshot.bytes', 'at most'));
  });

  it('is refused when its SHA-256 is none', async () => {
    const backend = createSandbox(played());
    const bytes = new Uint8Array(1);
    const snapshot = { backend: 'tampered', build: '1', cells: 0, bytes, sha256: 'abc' };
    expect((await errorOf(backend.open({ snapshot }))).message).toMatch(
      /^Expected snapshot\.sha256 /,
    );
  });
});
