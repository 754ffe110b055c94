import type { RunContext } from '@rlm/kernel';
import type { SandboxSession, SessionSnapshot } from '@rlm/sandbox';

type Cells = RunContext['effects']['cells'];

/** The largest snapshot that a journal keeps, in bytes, before compression. */
const maxBytes = 64 * 2 ** 20;

/** The snapshot from which a resumed run goes on; undefined without one. */
export async function readSnapshot(cells: Cells): Promise<SessionSnapshot | undefined> {
  const snapshot = cells?.snapshot;
  if (cells === undefined || snapshot === undefined) return undefined;
  const { backend, build, cells: count, sha256 } = snapshot;
  const packed = await cells.readSnapshot(snapshot);
  const bytes = await through(new DecompressionStream('gzip'), packed);
  return { backend, build, cells: count, sha256, bytes };
}

/**
 * Stores the state after an execution in the run's journal. False if the session has no snapshots,
 * or if its snapshot is too large. Rejects only with the signal's reason.
 */
export async function keepSnapshot(
  session: SandboxSession,
  cells: NonNullable<Cells>,
  block: number,
  abortSignal: AbortSignal,
): Promise<boolean> {
  try {
    const snapshot = await session.snapshot?.({ maxBytes, abortSignal });
    if (snapshot === undefined) return false;
    const { bytes, backend, build, cells: count, sha256 } = snapshot;
    const packed = await through(new CompressionStream('gzip'), bytes);
    await cells.keepSnapshot({ block, backend, build, cells: count, sha256, bytes: packed });
    return true;
  } catch {
    abortSignal.throwIfAborted();
    return false;
  }
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
