import type { HostFrame } from '../../contract/frames.js';
import { encodeFrame, type EncodedFrame } from '../../framing/encode-frame.js';
import { frameKinds } from './frame-kinds.js';

/** A frame of the host as bytes for the driver. */
export function encodeHostFrame(frame: HostFrame): EncodedFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs, preflight } = frame;
      return encodeFrame(frameKinds.execute, JSON.stringify({ id, cell, code, nowMs, preflight }));
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
