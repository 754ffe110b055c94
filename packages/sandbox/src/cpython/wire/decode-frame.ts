import type { GuestFrame } from '../../contract/frames.js';
import { parseJsonText } from '../../supervisor/values/json-text.js';
import { frameKinds } from './frame-kinds.js';

const lineBreak = 0x0a;
const maxHeadBytes = 1 << 20;

/** The limits of a first line: errors and the kept tail of the output, in few parts. */
const headLimits = {
  maxValueBytes: maxHeadBytes,
  maxValueDepth: 4,
  maxValueNodes: 100,
  maxValueDigits: 30,
} as const;

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
  const at = payload.indexOf(lineBreak);
  const headLength = at === -1 ? payload.length : at;
  if (headLength > maxHeadBytes) return undefined;
  const head = parseObject(payload.subarray(0, headLength));
  if (head === undefined) return undefined;
  const body = at === -1 ? '' : payload.toString('utf8', at + 1);
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

type Head = Readonly<Record<string, unknown>>;

function decodeOutput(payload: Buffer): readonly GuestFrame[] | undefined {
  const stream = streams[String.fromCharCode(payload[0] ?? 0)];
  if (stream === undefined) return undefined;
  return [{ type: 'output', stream, text: payload.toString('utf8', 1) }];
}

const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = { o: 'stdout', e: 'stderr' };

function outcomeOf(head: Head, body: string): object {
  if ('error' in head) return { error: head['error'] };
  return body === '' ? {} : { json: body };
}

function decodeDone(head: Head, body: string): readonly GuestFrame[] {
  const { id, status, error, value, findings, stdout, stderr } = head;
  const done = {
    type: 'done',
    id,
    status,
    ...(error === undefined ? {} : { error }),
    ...(value === undefined ? {} : { value }),
    ...(findings === undefined ? {} : { findings }),
    ...(body === '' ? {} : { variables: body }),
  };
  return [...tailOf('stdout', stdout), ...tailOf('stderr', stderr), done as GuestFrame];
}

function tailOf(stream: 'stdout' | 'stderr', kept: unknown): readonly GuestFrame[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { tail, dropped } = kept as { readonly tail?: unknown; readonly dropped?: unknown };
  if (typeof tail !== 'string' || typeof dropped !== 'number') return [];
  return tail === '' && dropped === 0 ? [] : [{ type: 'output', stream, text: tail, dropped }];
}

/** JSON text of an object, or undefined. */
export function parseObject(bytes: Buffer): Head | undefined {
  try {
    const value: unknown = parseJsonText(bytes.toString(), headLimits);
    return typeof value === 'object' && value !== null ? (value as Head) : undefined;
  } catch {
    return undefined;
  }
}
