import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Takes the memory of bytes away, though others may still hold them: for whole buffers that no one reads any more. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
    structuredClone(buffer, { transfer: [buffer] });
  }
}

/** Collects garbage at once: what a start leaves is as much as a session needs, and V8 would keep it. */
export function collectGarbage(): void {
  const { Bun } = globalThis as { readonly Bun?: { gc(isSynchronous: boolean): void } };
  if (Bun !== undefined) {
    Bun.gc(true);
    return;
  }
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
