import type { GuestFrame } from '../../contract/frames.js';
import { splitPayload, type FrameHead } from '../../framing/parse-head.js';
import { frameKinds } from './frame-kinds.js';

/** Numbers the guest's calls; one a session. */
export interface CallCounter {
  next(): number;
}

/**
 * Decodes a frame of the driver into one that the supervisor reads. A guest may forge frames: anything without the
 * shape of one becomes undefined, and the supervisor checks the rest.
 */
export function decodeGuestFrame(
  kind: number,
  payload: Buffer,
  calls: CallCounter,
): readonly GuestFrame[] | undefined {
  if (kind === frameKinds.output) return decodeOutput(payload);
  const parts = splitPayload(payload);
  if (parts === undefined) return undefined;
  const { head, body } = parts;
  switch (kind) {
    case frameKinds.call:
      return [{ type: 'call', call: calls.next(), name: head['name'], args: body } as GuestFrame];
    case frameKinds.final:
      return [{ ...head, type: 'final', json: body } as unknown as GuestFrame];
    case frameKinds.reply:
      return [{ type: 'reply', id: head['id'], outcome: outcomeOf(head, body) } as GuestFrame];
    case frameKinds.done:
      return decodeDone(head, body);
    default:
      return undefined;
  }
}

function decodeOutput(payload: Buffer): readonly GuestFrame[] | undefined {
  const stream = streams[String.fromCharCode(payload[0] ?? 0)];
  if (stream === undefined) return undefined;
  return [{ type: 'output', stream, text: payload.toString('utf8', 1) }];
}

const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = { o: 'stdout', e: 'stderr' };

function outcomeOf(head: FrameHead, body: string): object {
  if ('error' in head) return { error: head['error'] };
  return body === '' ? {} : { json: body };
}

function decodeDone(head: FrameHead, body: string): readonly GuestFrame[] {
  const { id, status, error, value, findings, stdout, stderr } = head;
  const done = {
    type: 'done',
    id,
    status,
    error,
    value,
    findings,
    variables: body === '' ? undefined : body,
  };
  return [...tailOf('stdout', stdout), ...tailOf('stderr', stderr), done as GuestFrame];
}

function tailOf(stream: 'stdout' | 'stderr', kept: unknown): readonly GuestFrame[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { tail, dropped } = kept as { readonly tail?: unknown; readonly dropped?: unknown };
  if (typeof tail !== 'string' || typeof dropped !== 'number') return [];
  return tail === '' && dropped === 0 ? [] : [{ type: 'output', stream, text: tail, dropped }];
}
