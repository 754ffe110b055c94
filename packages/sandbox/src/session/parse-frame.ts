import type { FinalSignal } from '@rlm/repl-types';

import type { DoneFrame, FinalFrame, GuestError, GuestFrame } from '../contract/frames.js';
import { parseJsonText, type ValueLimits } from './json-text.js';
import { headOf, tailOf } from './slice-text.js';

/** Longest text of an error, or of a shown value, that is let through, in characters. */
const textLimit = 20_000;

/** Longest name of a function or a variable that a frame may hold, in characters. */
const nameLimit = 10_000;

/**
 * Checks a frame from a child, which may have forged it: it may hold anything. Returns a fresh object with only known
 * fields, or undefined for an invalid frame.
 */
export function parseGuestFrame(value: unknown): GuestFrame | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'output':
      return parseOutput(value);
    case 'call':
      return isCount(value['call']) && isName(value['name']) && isText(value['args'])
        ? { type: 'call', call: value['call'], name: value['name'], args: value['args'] }
        : undefined;
    case 'wait':
      return { type: 'wait' };
    case 'final':
      return parseFinal(value);
    case 'done':
      return parseDone(value);
    case 'reply':
      return parseReply(value);
    case 'snapshot':
      return parseSnapshot(value);
    default:
      return undefined;
  }
}

function parseOutput(value: Record<string, unknown>): GuestFrame | undefined {
  const { stream, text, dropped = 0 } = value;
  if (stream !== 'stdout' && stream !== 'stderr') return undefined;
  return isText(text) && isCount(dropped) ? { type: 'output', stream, text, dropped } : undefined;
}

function parseFinal(value: Record<string, unknown>): GuestFrame | undefined {
  const { kind, name, json } = value;
  if (kind !== 'direct' && kind !== 'variable' && kind !== 'submit') return undefined;
  if (!isText(json)) return undefined;
  if (kind !== 'variable') return { type: 'final', kind, json };
  return isName(name) ? { type: 'final', kind, name, json } : undefined;
}

const statuses: ReadonlySet<unknown> = new Set<DoneFrame['status']>([
  'ok',
  'error',
  'memory',
  'interrupted',
  'refused',
  'unread',
]);

function parseDone(value: Record<string, unknown>): GuestFrame | undefined {
  const { id, status, error, value: shown, variables, findings } = value;
  if (!isCount(id) || !isOptionalText(variables) || !isOptionalText(shown)) return undefined;
  if (!isOptionalText(findings) || !statuses.has(status)) return undefined;
  const parsed = error === undefined ? undefined : parseGuestError(error);
  if (error !== undefined && parsed === undefined) return undefined;
  return {
    type: 'done',
    id,
    status: status as DoneFrame['status'],
    error: parsed,
    value: shown !== undefined && shown.length > textLimit ? headOf(shown, textLimit) : shown,
    variables,
    findings,
  };
}

function parseReply(value: Record<string, unknown>): GuestFrame | undefined {
  const { id, outcome } = value;
  if (!isCount(id) || !isRecord(outcome)) return undefined;
  if (outcome['error'] !== undefined) {
    const error = parseGuestError(outcome['error']);
    return error === undefined ? undefined : { type: 'reply', id, outcome: { error } };
  }
  const { json } = outcome;
  if (json === undefined) return { type: 'reply', id, outcome: {} };
  return isText(json) ? { type: 'reply', id, outcome: { json } } : undefined;
}

function parseSnapshot({ id, bytes }: Record<string, unknown>): GuestFrame | undefined {
  if (!isCount(id)) return undefined;
  if (bytes === undefined) return { type: 'snapshot', id };
  return bytes instanceof Uint8Array ? { type: 'snapshot', id, bytes } : undefined;
}

function parseGuestError(value: unknown): GuestError | undefined {
  if (!isRecord(value)) return undefined;
  const { type, message, traceback = '' } = value;
  if (!isText(type) || !isText(message) || !isText(traceback)) return undefined;
  return {
    type: headOf(type, 200),
    message: headOf(message, textLimit),
    traceback: tailOf(traceback, textLimit),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isName(value: unknown): value is string {
  return isText(value) && value.length <= nameLimit;
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The signal of a child's `final` frame; undefined if its value is not JSON within the limits. */
export function readFinal(frame: FinalFrame, limits: ValueLimits): FinalSignal | undefined {
  let value: unknown;
  try {
    value = parseJsonText(frame.json, limits);
  } catch {
    return undefined;
  }
  switch (frame.kind) {
    case 'direct':
      return Object.freeze({ type: 'direct', answer: value });
    case 'variable':
      return Object.freeze({ type: 'variable', var: frame.name ?? '', answer: value });
    case 'submit': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      return Object.freeze({
        type: 'submit',
        fields: Object.freeze(value as Record<string, unknown>),
      });
    }
  }
}
