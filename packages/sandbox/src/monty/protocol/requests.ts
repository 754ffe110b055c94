import {
  bytesField,
  emptyMessage,
  type Encoded,
  message,
  nested,
  numberField,
  textField,
} from '../protobuf/writer.js';

/** The requests to the worker, encoded: one request, then events until one ends the turn. */
export type Request = Encoded;

/** Version of the wire schema that this client speaks. */
const protocolVersion = 2;

/** Limits of a session, for the worker's own allocator and clock. */
export interface WorkerLimits {
  readonly memoryBytes: number;
  /** All execution of the session together, without the time in suspensions. */
  readonly durationMs: number;
}

/** Begins a session. */
export const configure = (limits: WorkerLimits, version: string): Request =>
  nested(
    1,
    message(
      textField(1, 'cell'),
      nested(
        2,
        message(
          numberField(1, limits.durationMs * 1000),
          numberField(2, limits.memoryBytes),
          numberField(5, 2 ** 31),
        ),
      ),
      textField(5, version),
      numberField(9, protocolVersion),
    ),
  );

/** Runs code, with variables assigned before. */
export const feed = (code: string, inputs: readonly (readonly [string, Encoded])[] = []): Request =>
  nested(
    3,
    message(
      textField(1, code),
      ...inputs.map(([name, value]) => nested(2, message(textField(1, name), nested(2, value)))),
    ),
  );

/** Gives a call its value. */
export const resumeWithValue = (call: number, value: Encoded): Request =>
  resume(call, nested(1, value));

/** Makes a call fail with an exception that the guest can catch. */
export const resumeWithError = (call: number, type: string, text: string): Request =>
  resume(call, nested(2, exception(type, text)));

/** Reports that this call of the operating system is not served. */
export const resumeUnhandled = (call: number): Request => resume(call, nested(5, emptyMessage));

const resume = (call: number, result: Encoded): Request =>
  nested(4, message(numberField(1, call), nested(2, result)));

/** Resolves a name that the guest has not defined; undefined: it has no meaning. */
export const resumeName = (value: Encoded | undefined): Request =>
  nested(5, value === undefined ? nested(2, emptyMessage) : nested(1, value));

/** Takes the session's state out. */
export const dump: Request = nested(7, emptyMessage);

/** Loads a state; only before a session exists. */
export const load = (state: Uint8Array): Request => nested(8, bytesField(1, state));

/** Ends the session; the worker stays. */
export const reset: Request = nested(9, emptyMessage);

/** Ends a suspended run by an exception that the guest cannot catch. */
export const abortFeed = (text: string): Request =>
  nested(11, nested(1, exception('RuntimeError', text)));

const exception = (type: string, text: string): Encoded =>
  message(textField(1, type), textField(2, text));

/** The pinned clock as `datetime.now()` (field 19, UTC if a zone was requested) or `date.today()` (17). */
export function moment(nowMs: number, kind: 'date' | 'datetime', isAware: boolean): Encoded {
  const now = new Date(nowMs);
  const day = [
    numberField(1, now.getUTCFullYear()),
    numberField(2, now.getUTCMonth() + 1),
    numberField(3, now.getUTCDate()),
  ];
  if (kind === 'date') return nested(17, message(...day));
  const time = [
    numberField(4, now.getUTCHours()),
    numberField(5, now.getUTCMinutes()),
    numberField(6, now.getUTCSeconds()),
    numberField(7, now.getUTCMilliseconds() * 1000),
  ];
  return nested(19, message(...day, ...time, ...(isAware ? [numberField(8, 0)] : [])));
}

/** Says that no function of this name exists: a NameError in the guest. */
export const resumeUnknown = (call: number, name: string): Request =>
  resume(call, textField(4, name));
