import { Buffer } from 'node:buffer';

import type { GuestFrame } from '../../contract/frames.js';
import { frameHeader } from '../../framing/encode-frame.js';
import { splitPayload } from '../../framing/parse-head.js';
import { frameKinds } from './kinds.js';

/** The field of each frame that may be long, which travels after the others. */
const longFields: Readonly<Record<string, string>> = {
  output: 'text',
  call: 'args',
  final: 'json',
  done: 'variables',
};

/** A frame of the guest as bytes for the host. */
export function encodeGuestFrame(frame: GuestFrame): Uint8Array {
  const [head, body] = takeApart(frame);
  const line = JSON.stringify(head);
  const payload = Buffer.from(body === undefined ? line : `${line}\n${body}`);
  return Buffer.concat([frameHeader(frameKinds.frame, payload.length), payload]);
}

function takeApart(frame: GuestFrame): readonly [head: object, body: string | undefined] {
  if (frame.type === 'reply') {
    const { outcome, ...head } = frame;
    return 'error' in outcome
      ? [{ ...head, error: outcome.error }, undefined]
      : [head, outcome.json];
  }
  const field = longFields[frame.type];
  if (field === undefined) return [frame, undefined];
  const { [field]: body, ...head } = frame as unknown as Record<string, unknown>;
  return [head, body as string | undefined];
}

/** The frame of a payload, which the guest may have forged: the supervisor checks it. Undefined if it has no such shape. */
export function decodeGuestFrame(payload: Buffer): unknown {
  const parts = splitPayload(payload);
  if (parts === undefined) return undefined;
  const { head, body } = parts;
  const isWhole = !payload.includes(0x0a);
  if (head['type'] === 'reply') {
    const { error, ...rest } = head;
    const outcome = error === undefined ? (isWhole ? {} : { json: body }) : { error };
    return { ...rest, outcome };
  }
  const field = longFields[String(head['type'])];
  return field === undefined || isWhole ? head : { ...head, [field]: body };
}
