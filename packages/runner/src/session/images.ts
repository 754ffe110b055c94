import type { RunContext } from '@rlm/kernel';
import type { SandboxSession, SessionImage } from '@rlm/sandbox';

type Cells = RunContext['effects']['cells'];

/** The largest image that is kept in a journal, in bytes, before it is packed. */
const mostBytes = 64 * 2 ** 20;

/** The image that a run which is resumed goes on from; undefined where it has none. */
export async function readImage(cells: Cells): Promise<SessionImage | undefined> {
  const image = cells?.image;
  if (cells === undefined || image === undefined) return undefined;
  const { backend, build, cells: count, sha256 } = image;
  const packed = await cells.readImage(image);
  const bytes = await through(new DecompressionStream('gzip'), packed);
  return { backend, build, cells: count, sha256, bytes };
}

/**
 * Keeps the state after an execution in the run's journal. False where the session has no images, or its image is too large: it
 * rejects with the signal's reason alone.
 */
export async function keepImage(
  session: SandboxSession,
  cells: NonNullable<Cells>,
  block: number,
  abortSignal: AbortSignal,
): Promise<boolean> {
  try {
    const image = await session.snapshot?.({ mostBytes, abortSignal });
    if (image === undefined) return false;
    const { bytes, backend, build, cells: count, sha256 } = image;
    const packed = await through(new CompressionStream('gzip'), bytes);
    await cells.keepImage({ block, backend, build, cells: count, sha256, bytes: packed });
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
