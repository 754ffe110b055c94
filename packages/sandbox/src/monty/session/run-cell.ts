import type { DoneFrame, ExecuteFrame } from '../../contract/frames.js';
import type { WorkerEvent } from '../protocol/events.js';
import {
  abortFeed,
  feed,
  moment,
  type Request,
  resumeName,
  resumeUnhandled,
  resumeUnknown,
  resumeWithValue,
} from '../protocol/requests.js';
import { WorkerGone } from '../protocol/worker.js';
import { readRun, readFields } from '../protobuf/reader.js';
import { abort } from './abort.js';
import { answerCall } from './answer-call.js';
import { inPieces } from './breathe.js';
import { hostCallError, type Session } from './session.js';
import { showValue } from './show-value.js';
import { describeRaised } from './traceback.js';

/** How a cell ended, without its variables. */
export type CellEnd = Pick<DoneFrame, 'status' | 'error' | 'value'>;

/** Runs a cell to its end, answering whatever the worker suspends for. */
export async function runCell(session: Session, frame: ExecuteFrame): Promise<CellEnd> {
  const code = await inPieces(dropAwait(frame.code, (name) => session.knows(name)));
  let event = await session.worker.request(feed(code));
  for (;;) {
    if (event.kind === 'complete') {
      const value = await showValue(session.worker, event.value, frame.code, session.listing);
      return { status: 'ok', ...(value === undefined ? {} : { value }) };
    }
    if (event.kind === 'error') {
      const end = endOf(session, event, frame.cell);
      return (await isUnread(session, event, code)) ? { ...end, status: 'unread' } : end;
    }
    event = session.mustStop() ? await abort(session) : await answer(session, event, frame);
  }
}

async function answer(
  session: Session,
  event: WorkerEvent,
  { nowMs }: ExecuteFrame,
): Promise<WorkerEvent> {
  switch (event.kind) {
    case 'call':
      return session.knows(event.name)
        ? answerCall(session, event)
        : session.worker.request(resumeUnknown(event.call, event.name));
    case 'name':
      return session.worker.request(resumeName(session.valueOf(event.name)));
    case 'system':
      return session.worker.request(answerSystem(event, nowMs));
    case 'futures':
      return session.worker.request(abortFeed('every task waits, and nothing can wake them'));
    default:
      throw new WorkerGone(`the worker answered a cell with ${event.kind}`);
  }
}

const dateToday = 23;
const dateTimeNow = 24;

function answerSystem(
  { call, request }: Extract<WorkerEvent, { readonly kind: 'system' }>,
  nowMs: number,
): Request {
  if (request.has(dateToday)) return resumeWithValue(call, moment(nowMs, 'date', false));
  const now = readRun(request, dateTimeNow);
  if (now === undefined) return resumeUnhandled(call);
  return resumeWithValue(call, moment(nowMs, 'datetime', readFields(now).has(1)));
}

/** Whether a cell that ended by a syntax error could not be read: it cannot be, even as a block that never runs. */
async function isUnread(
  session: Session,
  { error }: Extract<WorkerEvent, { readonly kind: 'error' }>,
  code: string,
): Promise<boolean> {
  if (error.type !== 'SyntaxError' || session.wasAborted) return false;
  const block = `if False:\n    pass\n${code.replace(/^/gm, '    ')}`;
  const { kind } = await session.worker.request(feed(block));
  return kind === 'error';
}

function endOf(
  session: Session,
  { error }: Extract<WorkerEvent, { readonly kind: 'error' }>,
  cell: number,
): CellEnd {
  if (session.wasAborted) return { status: 'interrupted' };
  const isHostFailure = error.type === 'RuntimeError' && session.failures.has(error.text);
  const raised = isHostFailure ? { ...error, type: hostCallError } : error;
  const described = describeRaised(raised, session.memory.sources, cell);
  return { status: error.type === 'MemoryError' ? 'memory' : 'error', error: described };
}

const texts = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*`;
const awaited = String.raw`\bawait[ \t]+([\p{L}_][\p{L}\p{N}_]*)(?=[ \t]*\()`;
const pattern = new RegExp(`${texts}|${awaited}`, 'gu');

/**
 * Removes `await` before calls of host functions, which are answered when they are made: the worker refuses to await
 * anything but a coroutine. Blanks after the name keep lines, columns and the indentation of a statement. Texts and
 * comments do not change. Works in pieces: it yields at each text, comment and `await`.
 */
export function* dropAwait(
  code: string,
  isOfHost: (name: string) => boolean,
): Generator<void, string> {
  if (!code.includes('await')) return code;
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: found, 1: name, index } of code.matchAll(pattern)) {
    yield;
    if (name === undefined || !isOfHost(name)) continue;
    pieces.push(code.slice(at, index), name.padEnd(found.length));
    at = index + found.length;
  }
  return [...pieces, code.slice(at)].join('');
}
