import {
  type Fields,
  readFields,
  readNumber,
  readRun,
  readRuns,
  readText,
} from '../protobuf/reader.js';

/** Text that the guest printed. */
export interface PrintedText {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** One frame of a traceback, outermost first. */
export interface TraceLine {
  readonly line: number;
  /** The function's name; empty at the top level. */
  readonly name: string;
  readonly source: string;
}

/** An exception that ended a run. */
export interface RaisedError {
  readonly type: string;
  readonly text: string;
  readonly trace: readonly TraceLine[];
}

/** Events of the worker; values are left encoded. All except `print` end its turn. */
export type WorkerEvent =
  | { readonly kind: 'print'; readonly texts: readonly PrintedText[] }
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly name: string;
      readonly args: readonly Buffer[];
      readonly keywords: readonly Buffer[];
    }
  | { readonly kind: 'system'; readonly call: number; readonly request: Fields }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'futures' }
  | { readonly kind: 'complete'; readonly value: Buffer }
  | { readonly kind: 'error'; readonly error: RaisedError }
  | { readonly kind: 'dump'; readonly state: Buffer }
  | { readonly kind: 'ok' }
  | { readonly kind: 'fatal'; readonly text: string };

/** The most arguments of each kind that a call may have; of more, one more is read. */
export const maxArguments = 10_000;

/** Reads one event; throws MalformedMessage for invalid ones. */
export function readEvent(bytes: Buffer): WorkerEvent {
  for (const [field, values] of readFields(bytes)) {
    const value = values.at(-1);
    if (field >= 20 || value === undefined || typeof value === 'bigint') continue;
    return readKind(field, value);
  }
  return { kind: 'fatal', text: 'an event without a kind' };
}

function readKind(field: number, bytes: Buffer): WorkerEvent {
  const fields = readFields(bytes, field === 1 ? Infinity : maxArguments + 1);
  switch (field) {
    case 1:
      return { kind: 'print', texts: readPrinted(fields) };
    case 2:
      return {
        kind: 'call',
        call: Number(readNumber(fields, 4)),
        name: readText(fields, 1),
        args: readRuns(fields, 2),
        keywords: readRuns(fields, 3),
      };
    case 3:
      return { kind: 'system', call: Number(readNumber(fields, 1)), request: fields };
    case 4:
      return { kind: 'name', name: readText(fields, 1) };
    case 5:
      return { kind: 'futures' };
    case 6:
      return { kind: 'complete', value: readRun(fields, 1) ?? Buffer.alloc(0) };
    case 7:
      return { kind: 'error', error: readError(readRun(fields, 1) ?? Buffer.alloc(0)) };
    case 9:
      return { kind: 'dump', state: readRun(fields, 1) ?? Buffer.alloc(0) };
    case 10:
      return { kind: 'ok' };
    default:
      return { kind: 'fatal', text: readText(fields, 1) };
  }
}

function readPrinted(fields: Fields): readonly PrintedText[] {
  const segments = readRuns(fields, 3).map(readFields);
  // Earlier workers sent one text an event, in the message itself.
  return (segments.length > 0 ? segments : [fields]).map((segment) => ({
    stream: readNumber(segment, 1) === 2n ? 'stderr' : 'stdout',
    text: readText(segment, 2),
  }));
}

/** Bytes that are read of an exception's text, and of the line of code that a traceback shows. */
const maxErrorBytes = 1 << 20;
const maxSourceBytes = 4_000;

function readError(bytes: Buffer): RaisedError {
  const fields = readFields(bytes);
  return {
    type: readText(fields, 1),
    text: readText(fields, 2, maxErrorBytes),
    trace: readRuns(fields, 3).slice(-60).map(readTraceLine),
  };
}

function readTraceLine(bytes: Buffer): TraceLine {
  const fields = readFields(bytes);
  const start = readRun(fields, 2);
  return {
    line: start === undefined ? 0 : Number(readNumber(readFields(start), 1)),
    name: readText(fields, 4),
    source: readText(fields, 5, maxSourceBytes),
  };
}
