import { SandboxError } from '../contract/errors.js';
import type { SandboxLimits } from '../contract/limits.js';
import type { JsonValue } from '../contract/session.js';
import { sliceEnd } from './slice-text.js';

/** The limits that a crossing value is held to. */
export type ValueLimits = Pick<SandboxLimits, 'valueBytes' | 'valueDepth'>;

/**
 * Parses JSON text that a guest made, under limits of size (UTF-8 bytes) and depth that are checked before
 * the parser runs.
 *
 * @throws SandboxError `value_rejected`
 */
export function parseJsonText(text: string, limits: ValueLimits): JsonValue {
  requireSize(text, limits);
  if (jsonTextDepth(text) > limits.valueDepth) throw tooDeep(limits);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new SandboxError('value_rejected', 'a value from the guest is not JSON text', { cause });
  }
}

/** The nesting of JSON text, in one pass; brackets in strings do not count. */
export function jsonTextDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) index = endOfString(text, index);
    else if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return deepest;
}

/** The index of the quote that ends the string which starts at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

const encoder = new TextEncoder();
const windowUnits = 16_384;

/** Bytes of a text in UTF-8, without a copy of it; lone surrogates count three, as their replacement does. */
export function utf8Length(text: string): number {
  const window = new Uint8Array(windowUnits * 3);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, windowUnits);
    bytes += encoder.encodeInto(text.slice(at, end), window).written;
    at = end;
  }
  return bytes;
}

/** @throws SandboxError `value_rejected` for JSON text that is too large */
export function requireSize(text: string, { valueBytes }: ValueLimits): void {
  if (text.length * 3 <= valueBytes) return;
  const bytes = text.length > valueBytes ? text.length : utf8Length(text);
  if (bytes > valueBytes) {
    throw new SandboxError(
      'value_rejected',
      `a value is too large: over ${valueBytes} bytes as JSON (limit valueBytes)`,
    );
  }
}

/** The error for a value that is too deep, or has no end. */
export function tooDeep({ valueDepth }: ValueLimits): SandboxError {
  return new SandboxError(
    'value_rejected',
    `a value is cyclic or nested deeper than ${valueDepth} (limit valueDepth)`,
  );
}
