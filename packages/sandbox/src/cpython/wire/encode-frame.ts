import type { HostFrame } from '../../contract/frames.js';
import { sliceEnd } from '../../supervisor/values/slice-text.js';
import { frameKinds, headerBytes } from './frame-kinds.js';

const sliceUnits = 1 << 20;

/** A frame for the guest, in pieces, so that 100 MB of text are never encoded all at once. */
export type EncodedFrame = Iterable<Uint8Array>;

/** A frame of the host as bytes for the driver. */
export function encodeHostFrame(frame: HostFrame): EncodedFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs } = frame;
      return encodeFrame(frameKinds.execute, JSON.stringify({ id, cell, code, nowMs }));
    }
    case 'set-text': {
      const { id, name, isReserved } = frame;
      return encodeFrame(
        frameKinds.text,
        JSON.stringify({ id, name, isReserved }) + '\n',
        frame.text,
      );
    }
    case 'result':
      return encodeFrame(frameKinds.result, resultText(frame.outcome));
    default:
      return encodeFrame(frameKinds.request, JSON.stringify(frame));
  }
}

function resultText(outcome: { readonly json: string } | { readonly error: object }): string {
  return 'json' in outcome ? `{"value":${outcome.json}}` : JSON.stringify(outcome);
}

/** One frame of `kind` with the texts, joined, as its payload. */
export function* encodeFrame(kind: number, ...texts: readonly string[]): EncodedFrame {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(length, 1);
  yield header;
  for (const text of texts) yield* encodeText(text);
}

/** Slices end between characters, so that each is valid UTF-8 by itself. */
function* encodeText(text: string): EncodedFrame {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}
