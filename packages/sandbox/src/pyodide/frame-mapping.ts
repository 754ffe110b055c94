import type { EngineFrame } from '../process/old/engine.js';
import type { GuestFrame } from '../contract/frames.js';
import { parseJsonText } from '../supervisor/values/json-text.js';
import { frameKind } from './protocol.js';

/** A frame for the guest's device: its kind and its text. */
export interface DeviceFrame {
  readonly kind: number;
  readonly text: string;
  readonly nowMs?: number;
  /** Seeds the bytes that the interpreter gets for random ones. */
  readonly seed?: string;
}

/** The guest's form of a host frame; a long text is sent as it is instead. */
export function toDeviceFrame(frame: EngineFrame): DeviceFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs, preflight } = frame;
      const text = JSON.stringify({ id, cell, code, preflight });
      return { kind: frameKind.execute, text, nowMs };
    }
    case 'result': {
      const { outcome } = frame;
      const text =
        'json' in outcome ? `{"value":${outcome.json}}` : JSON.stringify({ error: outcome.error });
      return { kind: frameKind.answer, text };
    }
    case 'set-text': {
      const { text, ...rest } = frame;
      const request = { ...rest, type: 'set-json', json: JSON.stringify(text) };
      return { kind: frameKind.request, text: JSON.stringify(request) };
    }
    case 'seed':
      return { kind: frameKind.request, text: JSON.stringify(frame), seed: frame.seed };
    case 'set-json':
    case 'get':
    case 'variables':
      return { kind: frameKind.request, text: JSON.stringify(frame) };
  }
}

/** The limits of a guest's first line: it holds errors and the kept tail of the output, in few parts. */
const headLimits = {
  maxValueBytes: 12_000_000,
  maxValueDepth: 4,
  maxValueNodes: 100,
  maxValueDigits: 30,
} as const;

/**
 * Reads a guest's message. An invalid one becomes a frame that the supervisor refuses; nothing here relies on more than
 * that the text is a string.
 */
export function fromDeviceFrame(
  kind: number,
  text: string,
  call: () => number,
): readonly unknown[] {
  if (kind === frameKind.output) {
    const stream = text.startsWith('e') ? 'stderr' : 'stdout';
    return [{ type: 'output', stream, text: text.slice(1) } satisfies GuestFrame];
  }
  const split = text.indexOf('\n');
  const head = parseHead(split < 0 ? text : text.slice(0, split));
  const body = split < 0 ? '' : text.slice(split + 1);
  if (head === undefined) return [{ type: 'malformed', kind }];
  switch (kind) {
    case frameKind.call:
      return [{ type: 'call', call: call(), name: head.name, args: body }];
    case frameKind.final:
      return [
        {
          type: 'final',
          kind: head.kind,
          name: head.name,
          json: body,
        },
      ];
    case frameKind.done:
      return [
        ...tailFrame('stdout', head.stdout),
        ...tailFrame('stderr', head.stderr),
        {
          type: 'done',
          id: head.id,
          status: head.status,
          error: head.error,
          value: head.value,
          findings: head.findings,
          variables: body === '' ? undefined : body,
        },
      ];
    case frameKind.reply:
      return [{ type: 'reply', id: head.id, outcome: replyOutcome(head, body) }];
    default:
      return [{ type: 'malformed', kind }];
  }
}

/** The first line of a guest's frame; nothing about its fields is known. */
interface Head {
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly name?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
  readonly value?: unknown;
  readonly findings?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
}

function replyOutcome(head: Head, body: string): object {
  if ('error' in head) return { error: head.error };
  return body === '' ? {} : { json: body };
}

function tailFrame(stream: 'stdout' | 'stderr', end: unknown): readonly unknown[] {
  if (typeof end !== 'object' || end === null) return [];
  const { tail, dropped } = end as { tail?: unknown; dropped?: unknown };
  if ((tail === '' || tail === undefined) && (dropped === 0 || dropped === undefined)) return [];
  return [{ type: 'output', stream, text: tail, dropped }];
}

function parseHead(text: string): Head | undefined {
  try {
    const value: unknown = parseJsonText(text, headLimits);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
