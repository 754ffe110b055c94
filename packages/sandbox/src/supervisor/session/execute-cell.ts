import { InvalidOptionError, type REPLResult, type ReplLanguage } from '@rlm/repl-types';
import { type SessionState, messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import type { ExecuteOptions } from '../../contract/session.js';
import { createLiveFeed } from '../calls/call-feed.js';
import { createCallSignal } from '../calls/call-signal.js';
import { recordCalls } from '../calls/delivered-call.js';
import { CallStopped, startCallTime } from '../guest/call-time.js';
import type { CellEnd } from '../cell/cell-end.js';
import { CellRun } from '../cell/cell-run.js';
import type { WholeBackend } from '../create-sandbox.js';
import type { ExecuteFrame } from '../../contract/frames.js';
import { jsonOf, type Guest, type Question } from '../guest/guest.js';
import type { GuestSeat } from '../recovery/guest-seat.js';
import type { CellTrace, History } from '../log/history.js';
import type { HostCallDesk } from '../calls/host-calls.js';
import { readLocals, type CellVariables } from '../cell/locals.js';
import { namesVariable, resolveHostFinal } from '../cell/resolve-host-final.js';
import { onAbort } from '../on-abort.js';
import { outputKey } from '../recovery/rebuild.js';
import { preflightOf } from '../cell/preflight-request.js';
import type { RecordedCell } from '../log/entry.js';
import { lostResult, stoppedResult, toResult } from '../cell/result.js';
import { currentCall } from '../calls/running-call.js';
import type { ResolvedOptions } from '../options/session-options.js';
import { abortReason } from '../cell/stop-cause.js';

/** Where and how a cell is executed. */
export interface CellPlace {
  readonly recipe: WholeBackend;
  readonly language: ReplLanguage;
  readonly options: ResolvedOptions;
  readonly desk: HostCallDesk;
  readonly seat: GuestSeat;
  readonly history: History;
  /** Time of cells that the session has left. */
  readonly leftMs: number;
  /** Gets the run as soon as there is one, so that closing the session ends it; undefined when it has ended. */
  readonly onRun: (run: CellRun | undefined) => void;
  /** Called when the guest waits for the host, and no result is ready for it. */
  readonly onWait: () => void;
}

/** A cell that was executed. */
export interface ExecutedCell {
  readonly result: REPLResult;
  readonly guestMs: number;
  /** The guest that ran it, if it is still there. */
  readonly guest: Guest | undefined;
  /** Whether the cell was stopped from outside. */
  readonly wasStopped: boolean;
  /** The variables that the cell left, if its guest has listed them. */
  readonly listed: CellVariables['listed'];
}

/** The least time for an answer that a host function has named when the cell's own time is over, in milliseconds. */
const leastFinalMs = 250;

/** Executes one cell: brings the session back if it must, runs the cell, records it. */
export async function executeCell(
  place: CellPlace,
  code: string,
  options: ExecuteOptions,
): Promise<ExecutedCell> {
  const { limits } = place.options;
  const startedAt = performance.now();
  const limitMs = Math.min(options.timeoutMs ?? limits.cellMs, place.leftMs);
  const leftMs = (): number => Math.max(0, limitMs - (performance.now() - startedAt));
  const nowMs = options.nowMs ?? place.options.now();
  let guest: Guest;
  try {
    guest = place.seat.free ?? (await takeGuest(place.seat, limitMs, options.abortSignal));
  } catch (error) {
    return {
      result: unstarted(error, place.seat),
      guestMs: 0,
      guest: undefined,
      wasStopped: false,
      listed: undefined,
    };
  }
  const preflight = preflightOf(place.recipe, options.preflight ?? place.options.preflight);
  const cell = place.history.nextCell;
  const frame = {
    cell,
    code,
    nowMs,
    preflight,
  };
  const ran = await runCell(place, guest, frame, options, leftMs());
  const { end } = ran;
  const ask = async (question: Question): Promise<string> => {
    const time = startCallTime(Math.max(leastFinalMs, leftMs()), options.abortSignal);
    try {
      return jsonOf(await ran.guest.ask(question, time));
    } finally {
      time.end();
    }
  };
  const told = namesVariable(end) ? await resolveHostFinal(end, place.language, limits, ask) : end;
  const record = await recordOf(end, frame);
  const isWhole = end.delivered !== undefined;
  place.history.add(record, end.guestMs, { trace: traceOf(end, ran.guest), isWhole });
  const session = stateAfter(end, ran.guest, place.seat);
  const { locals, listed } = readLocals(end.variables, limits);
  const result = toResult(
    withLoss(told, session, place.seat),
    session,
    performance.now() - startedAt,
    locals,
    { cell, code, language: place.language },
  );
  const isAlive = place.seat.state === 'kept';
  if (isAlive) place.seat.noteAlive(Object.keys(result.locals));
  return {
    result,
    guestMs: end.guestMs,
    guest: isAlive ? ran.guest : undefined,
    wasStopped: end.wasStopped,
    listed,
  };
}

/** A guest that is not there at once: brought back, or waited for. */
async function takeGuest(
  seat: GuestSeat,
  limitMs: number,
  abortSignal: AbortSignal | undefined,
): Promise<Guest> {
  const time = startCallTime(limitMs, abortSignal);
  try {
    return await seat.take(time);
  } finally {
    time.end();
  }
}

type CellFrame = Omit<ExecuteFrame, 'id' | 'type'>;

interface RanCell {
  readonly end: CellEnd;
  readonly guest: Guest;
}

async function runCell(
  place: CellPlace,
  guest: Guest,
  frame: CellFrame,
  { abortSignal, onOutput }: ExecuteOptions,
  limitMs: number,
): Promise<RanCell> {
  const calls = createCallSignal();
  const around = currentCall();
  const run = new CellRun({
    child: guest.child,
    concurrentCalls: place.recipe.capabilities.concurrentCalls,
    limits: place.options.limits,
    limitMs,
    calls,
    feed: (deliver, record) =>
      createLiveFeed(
        place.desk,
        () => ({ abortSignal: calls.signal(), record, around }),
        frame.cell,
        deliver,
      ),
    onWait: place.onWait,
    onOutput: onOutput && toldOutput(onOutput),
  });
  const forget = onAbort(abortSignal, () => {
    run.stop({ kind: 'aborted', reason: abortReason(abortSignal) });
  });
  place.onRun(run);
  try {
    const end = await guest.execute(run, frame);
    return end === undefined
      ? await runAgain(place, guest, run, frame, abortSignal)
      : { end, guest };
  } finally {
    place.onRun(undefined);
    forget();
  }
}

/**
 * Runs a cell again if its guest's process died with another guest: in a guest that is alone, in the rest of its time.
 */
async function runAgain(
  { seat }: CellPlace,
  gone: Guest,
  run: CellRun,
  frame: CellFrame,
  abortSignal: AbortSignal | undefined,
): Promise<RanCell> {
  const time = startCallTime(run.leftMs(), abortSignal);
  try {
    const guest = await seat.take(time, true);
    if (run.isOver) return { end: await endOf(run), guest };
    run.resume(guest.child);
    const end = await guest.execute(run, frame);
    return { end: end ?? (await endOf(run)), guest };
  } catch (error) {
    if (error instanceof CallStopped) run.stop(error.stop);
    else {
      const reason = `its process died with another guest; ${(error as Error).message}`;
      run.lose({ kind: 'crashed', reason });
    }
    return { end: await endOf(run), guest: gone };
  } finally {
    time.end();
  }
}

/** How a cell ended, in whichever guest. */
async function endOf(run: CellRun): Promise<CellEnd> {
  return (await run.halted) ?? endOf(run);
}

/** The log's record of a cell. */
async function recordOf(end: CellEnd, { cell, code, nowMs }: CellFrame): Promise<RecordedCell> {
  const [output, calls] = await Promise.all([outputKey(end), recordCalls(end.delivered ?? [])]);
  return {
    type: 'cell',
    cell,
    code,
    nowMs,
    outcome: end.outcome,
    output,
    calls: Object.freeze(calls),
    isReplayable: !end.isGuestLost && !end.wasStopped && !end.isRefused,
  };
}

function traceOf(end: CellEnd, guest: Guest): CellTrace {
  if (end.isGuestLost) return 'none';
  if (!end.wasStopped) return 'whole';
  return guest.isGone ? 'none' : 'stopped';
}

function stateAfter(end: CellEnd, guest: Guest, seat: GuestSeat): SessionState {
  if (seat.isClosed) return 'lost';
  const told = seat.tell();
  return end.isGuestLost || guest.isGone ? seat.lose() : told;
}

/** Adds to the error of a cell what was lost with its guest. */
function withLoss(end: CellEnd, session: SessionState, seat: GuestSeat): CellEnd {
  const { error } = end;
  if (error === undefined || session !== 'lost' || seat.isClosed) return end;
  return { ...end, error: { ...error, message: `${error.message}; ${seat.describeLoss()}` } };
}

/** The result of a cell that did not get as far as a guest. */
function unstarted(error: unknown, seat: GuestSeat): REPLResult {
  if (error instanceof CallStopped) {
    const { stop } = error;
    if (stop.kind === 'timeout') return stoppedResult({ ...stop, during: seat.task }, seat.state);
    return stoppedResult({ ...stop, reason: `${stop.reason} (${seat.task})` }, seat.state);
  }
  if (InvalidOptionError.isInstance(error)) return lostResult(error);
  if (!SandboxError.isInstance(error)) throw error;
  if (error.code !== 'session_closed') return lostResult(error);
  return stoppedResult({ kind: 'aborted', reason: 'the session was closed' }, 'lost');
}

type OnOutput = NonNullable<ExecuteOptions['onOutput']>;

/** A listener to a cell's output that cannot break the cell: the first that goes wrong with it is a warning of the process. */
export function toldOutput(onOutput: OnOutput): OnOutput {
  let hasFailed = false;
  return (text, stream) => {
    tellHook(onOutput, [text, stream], (fault) => {
      if (!hasFailed) warn(`onOutput of a cell failed: ${messageOf(fault)}`);
      hasFailed = true;
    });
  };
}
