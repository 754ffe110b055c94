import type { GuestError, GuestFrame, HostFrame, SetTextFrame } from '../../contract/frames.js';
import { kinds } from '../kinds.js';
import { readHeader, readLine, readPayload, writeFrame, writeRaw } from './pipe.js';

/** A text that is to be read next, straight to its place: `bytes` of it, before any other frame. */
export interface ComingText extends Pick<SetTextFrame, 'id' | 'name' | 'isReserved'> {
  readonly type: 'coming-text';
  readonly bytes: number;
}

/** The cell is to stop: for one that waits for a frame. */
interface StopFrame {
  readonly type: 'stop';
  readonly id: number;
}

/** Frames that a child in JavaScript gets: texts are still in the pipe. */
export type ReceivedFrame =
  | Exclude<HostFrame, { type: 'set-text' | 'set-file' }>
  | ComingText
  | StopFrame;

/** Waits for the next frame of the host. */
export function receiveFrame(): ReceivedFrame {
  const { kind, length } = readHeader();
  if (kind === kinds.text) {
    const line = readLine();
    const head = JSON.parse(line.toString()) as Omit<ComingText, 'type' | 'bytes'>;
    return { ...head, type: 'coming-text', bytes: length - line.length - 1 };
  }
  const text = readPayload(length).toString();
  if (kind === kinds.result) return readResult(text);
  const frame = JSON.parse(text) as ReceivedFrame;
  if (kind === kinds.execute) return { ...frame, type: 'execute' } as ReceivedFrame;
  return kind === kinds.stop ? ({ ...frame, type: 'stop' } as ReceivedFrame) : frame;
}

/** The value of a result is JSON text that is not read here: it stands between what the host writes around it. */
function readResult(text: string): ReceivedFrame {
  const comma = text.indexOf(',');
  const call = Number(text.slice('{"call":'.length, comma));
  const value = ',"value":';
  if (text.startsWith(value, comma)) {
    return { type: 'result', call, outcome: { json: text.slice(comma + value.length, -1) } };
  }
  const { error } = JSON.parse(text) as { readonly error: GuestError };
  return { type: 'result', call, outcome: { error } };
}

/** Sends a frame to the host. */
export function sendFrame(frame: GuestFrame): void {
  switch (frame.type) {
    case 'output': {
      const { stream, text, dropped = 0 } = frame;
      const letter = stream === 'stdout' ? 'o' : 'e';
      if (dropped === 0) writeFrame(kinds.output, letter + text);
      else writeFrame(kinds.output, letter.toUpperCase() + String(dropped), text);
      break;
    }
    case 'call':
      writeFrame(kinds.call, JSON.stringify({ call: frame.call, name: frame.name }), frame.args);
      break;
    case 'wait':
      writeFrame(kinds.wait, '');
      break;
    case 'final': {
      const { kind, name, json } = frame;
      writeFrame(kinds.final, JSON.stringify({ kind, name }), json);
      break;
    }
    case 'done': {
      const { id, status, error, value, findings, variables } = frame;
      writeFrame(kinds.done, JSON.stringify({ id, status, error, value, findings }), variables);
      break;
    }
    case 'reply': {
      const { id, outcome } = frame;
      if ('error' in outcome) writeFrame(kinds.reply, JSON.stringify({ id, ...outcome }));
      else writeFrame(kinds.reply, JSON.stringify({ id }), outcome.json);
      break;
    }
    case 'snapshot':
      if (frame.bytes !== undefined) writeRaw(kinds.bytes, frame.bytes);
      writeFrame(kinds.snapshot, JSON.stringify({ id: frame.id }));
      break;
  }
}
