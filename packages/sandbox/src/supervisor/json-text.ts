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

/**
 * Makes JSON text of a host's value. `undefined` is null; what JSON leaves out (functions, symbols) is refused
 * at the top and left out within; cycles, depth and size are refused before they can hurt.
 *
 * @throws SandboxError `value_rejected`
 */
export function toJsonText(value: unknown, limits: ValueLimits): string {
  if (value === undefined) return 'null';
  let text: string | undefined;
  try {
    requireDepth(value, limits);
    text = (JSON.stringify as (data: unknown) => string | undefined)(value);
  } catch (cause) {
    if (cause instanceof SandboxError) throw cause;
    throw new SandboxError('value_rejected', `a value is no JSON data: ${String(cause)}`, {
      cause,
    });
  }
  if (text === undefined) {
    throw new SandboxError('value_rejected', `expected JSON data, got a ${typeof value}`);
  }
  requireSize(text, limits);
  return text;
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

function requireSize(text: string, { valueBytes }: ValueLimits): void {
  if (text.length * 3 <= valueBytes) return;
  const bytes = text.length > valueBytes ? text.length : utf8Length(text);
  if (bytes > valueBytes) {
    throw new SandboxError(
      'value_rejected',
      `a value is too large: over ${valueBytes} bytes as JSON (limit valueBytes)`,
    );
  }
}

function requireDepth(value: unknown, limits: ValueLimits): void {
  // A set: where objects point at each other, their ways multiply, but they themselves do not.
  let level = new Set<unknown>(typeof value === 'object' && value !== null ? [value] : []);
  for (let depth = 1; level.size > 0; depth++) {
    if (depth > limits.valueDepth) throw tooDeep(limits);
    const next = new Set<unknown>();
    for (const parent of level) {
      for (const child of Object.values(parent as object)) {
        if (typeof child === 'object' && child !== null) next.add(child);
      }
    }
    level = next;
  }
}

function tooDeep({ valueDepth }: ValueLimits): SandboxError {
  return new SandboxError(
    'value_rejected',
    `a value is cyclic or nested deeper than ${valueDepth} (limit valueDepth)`,
  );
}
