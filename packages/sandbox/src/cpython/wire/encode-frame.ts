import type { EngineFrame } from '../../contract/engine.js';
import type { SetFileFrame, SetPiecesFrame } from '../../contract/frames.js';
import { encodeFrame, encodePieces, type EncodedFrame } from '../../framing/encode-frame.js';
import { frameKinds } from './frame-kinds.js';

/** A frame of the host as bytes for the driver. */
export function encodeHostFrame(frame: EngineFrame): EncodedFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs, preflight } = frame;
      return encodeFrame(frameKinds.execute, JSON.stringify({ id, cell, code, nowMs, preflight }));
    }
    case 'set-text':
      return encodeFrame(frameKinds.text, headOfText(frame), frame.text);
    case 'result':
      return encodeFrame(frameKinds.result, resultText(frame.outcome));
    default:
      return encodeFrame(frameKinds.request, JSON.stringify(frame));
  }
}

function resultText(outcome: { readonly json: string } | { readonly error: object }): string {
  return 'json' in outcome ? `{"value":${outcome.json}}` : JSON.stringify(outcome);
}

/** A frame with the text of a file: its place, or the text in pieces. */
export function encodeFileFrame(frame: SetFileFrame | SetPiecesFrame): EncodedFrame {
  if (frame.type === 'set-file') return encodeFrame(frameKinds.request, JSON.stringify(frame));
  return encodePieces(frameKinds.text, frame.text, headOfText(frame));
}

function headOfText({ id, name, isReserved }: Omit<SetPiecesFrame, 'text'>): string {
  return `${JSON.stringify({ id, name, isReserved })}\n`;
}
