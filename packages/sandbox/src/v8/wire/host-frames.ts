import { Buffer } from 'node:buffer';

import type { HostFrame, SetTextFrame } from '../../contract/frames.js';
import { encodeFrame, type EncodedFrame, frameHeader } from '../../framing/encode-frame.js';
import { sliceEnd } from '../../supervisor/values/slice-text.js';
import { frameKinds } from './kinds.js';

/** Characters of a text that are sent at once. */
const sliceUnits = 1 << 20;

/** A frame of the host as bytes for the process. */
export function encodeHostFrame(frame: HostFrame): EncodedFrame {
  if (frame.type === 'set-text') return encodeText(frame);
  if (frame.type !== 'result' || 'error' in frame.outcome) {
    return encodeFrame(frameKinds.request, JSON.stringify(frame));
  }
  const { call, outcome } = frame;
  return encodeFrame(frameKinds.result, `${JSON.stringify({ call })}\n`, outcome.json);
}

/** A text in slices, so that neither side holds its bytes twice. */
function* encodeText({ id, name, text, isReserved }: SetTextFrame): EncodedFrame {
  const bytes = Buffer.byteLength(text);
  yield* encodeFrame(frameKinds.text, JSON.stringify({ id, name, isReserved, bytes }));
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    const slice = Buffer.from(text.slice(at, end));
    yield frameHeader(frameKinds.slice, slice.length);
    yield slice;
    at = end;
  }
}
