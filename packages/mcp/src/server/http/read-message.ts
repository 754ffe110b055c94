import type { IncomingMessage } from 'node:http';

import { messageOf } from '@rlm/repl-types/internal';

import type { Refusal } from './guard.js';

/** The longest message of a client, in bytes, and the most parts that it may have. */
const maxBytes = 4_194_304;
const maxParts = 20_000;

/**
 * Reads the message of a request: JSON within the bounds, or why it is refused. The schemas of the SDK look at each part of a message,
 * unknown ones too.
 */
export async function readMessage(
  request: IncomingMessage,
): Promise<{ readonly read: unknown } | Refusal> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) {
      return { status: 413, message: `A message may have ${maxBytes} bytes.` };
    }
    parts.push(part as Buffer);
  }
  let read: unknown;
  try {
    read = JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    return { status: 400, message: `The message is not JSON: ${messageOf(error).slice(0, 200)}` };
  }
  return hasMoreParts(read, maxParts)
    ? { status: 413, message: `A message may have ${maxParts} keys and items.` }
    : { read };
}

/** Whether JSON data has more than `most` keys and items, at all depths together. */
function hasMoreParts(data: unknown, most: number): boolean {
  const open: unknown[] = [data];
  let left = most;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const values: readonly unknown[] = Object.values(value);
    left -= values.length;
    if (left < 0) return true;
    for (const each of values) open.push(each);
  }
  return false;
}
