import type { JsonValue } from '@rlm/repl-types';

import { SandboxError } from '../../contract/errors.js';
import type { SandboxLimits } from '../../contract/limits.js';
import { findValueFault, tooLarge } from './measure-json.js';
import { sliceEnd } from './slice-text.js';

/** The limits that a crossing value is held to. */
export type ValueLimits = Pick<
  SandboxLimits,
  'maxValueBytes' | 'maxValueDepth' | 'maxValueNodes' | 'maxValueDigits'
>;

/**
 * Parses JSON text that a guest made, under limits of size (UTF-8 bytes), depth, parts and digits that are
 * checked before the parser runs.
 *
 * @throws SandboxError `value_rejected`
 */
export function parseJsonText(text: string, limits: ValueLimits): JsonValue {
  requireSize(text, limits);
  requireShape(text, limits);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new SandboxError('value_rejected', 'a value from the guest is not JSON text', { cause });
  }
}

const encoder = new TextEncoder();
const windowUnits = 16_384;
/** Texts up to this length are counted unit by unit, which costs less than memory to encode them into. */
const shortUnits = 1_024;

/** Bytes of a text in UTF-8, without a copy of it; lone surrogates count three, as their replacement does. */
export function utf8Length(text: string): number {
  if (text.length <= shortUnits) return shortLength(text);
  const window = new Uint8Array(windowUnits * 3);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, windowUnits);
    bytes += encoder.encodeInto(text.slice(at, end), window).written;
    at = end;
  }
  return bytes;
}

function shortLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // The two halves of a pair take four bytes together.
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}

/** @throws SandboxError `value_rejected` for JSON text that is too large */
export function requireSize(text: string, { maxValueBytes }: ValueLimits): void {
  if (text.length * 3 <= maxValueBytes) return;
  const bytes = text.length > maxValueBytes ? text.length : utf8Length(text);
  if (bytes > maxValueBytes) throw rejected(tooLarge(bytes, maxValueBytes));
}

/** @throws SandboxError `value_rejected` for JSON text that is too deep, or has too many parts or digits */
export function requireShape(text: string, limits: ValueLimits): void {
  const fault = findValueFault(text, limits);
  if (fault !== undefined) throw rejected(fault);
}

/** The error for a value over a limit; `fault` describes it. */
export function rejected(fault: string): SandboxError {
  return new SandboxError('value_rejected', `a value ${fault}`);
}
