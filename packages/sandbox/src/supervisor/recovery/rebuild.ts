import { SandboxError } from '../../contract/errors.js';
import { assignTimely } from '../guest/assign.js';
import { createCallSignal } from '../calls/call-signal.js';
import { createReplayFeed } from '../calls/call-feed.js';
import type { CellEnd } from '../cell/cell-end.js';
import { CellRun } from '../cell/cell-run.js';
import { contentKey } from '../log/content-key.js';
import type { WholeBackend } from '../create-sandbox.js';
import { Guest, type Arrival } from '../guest/guest.js';
import { ReplayDivergence } from '../log/replay-divergence.js';
import { preflightOf } from '../cell/preflight-request.js';
import type { Entry, RecordedCell } from '../log/entry.js';
import type { ResolvedOptions } from '../options/session-options.js';

/** Starts a guest for a session, from a snapshot or from scratch. */
export function startGuest(
  recipe: WholeBackend,
  { functions, dialects, acceptsNull, limits, seed, files }: ResolvedOptions,
  snapshot: Uint8Array | undefined,
  { alone, ...arrival }: Arrival & { readonly alone?: boolean | undefined },
): Promise<Guest> {
  const start = {
    functions: [...functions.keys()],
    dialects,
    acceptsNull,
    limits,
    seed,
    files,
    snapshot,
    alone,
  };
  return Guest.start(recipe, start, arrival);
}

/**
 * Brings a guest to the state that a log describes: assignments are made again, cells run again, their host calls
 * are answered from the log.
 *
 * @throws ReplayDivergence at the first cell that does something else; SandboxError `session_lost`
 */
export async function replay(
  recipe: WholeBackend,
  options: ResolvedOptions,
  guest: Guest,
  entries: readonly Entry[],
): Promise<void> {
  for (const entry of entries) {
    if (entry.type === 'set') await assignTimely(guest, entry);
    else if (entry.isReplayable) await replayCell(recipe, options, guest, entry);
  }
}

/** The printed output of a cell, as the log keeps it. */
export function outputKey({
  stdout,
  stderr,
}: Pick<CellEnd, 'stdout' | 'stderr'>): string | Promise<string> {
  return contentKey(stderr.text === '' ? stdout.text : `${stdout.text}\0${stderr.text}`);
}

async function replayCell(
  recipe: WholeBackend,
  options: ResolvedOptions,
  guest: Guest,
  recorded: RecordedCell,
): Promise<void> {
  const { cell, code, nowMs } = recorded;
  let divergence: ReplayDivergence | undefined;
  const run: CellRun = new CellRun({
    child: guest.child,
    concurrentCalls: recipe.capabilities.concurrentCalls,
    limits: options.limits,
    limitMs: options.limits.cellMs,
    calls: createCallSignal(),
    feed: (deliver) =>
      createReplayFeed(recorded.calls, cell, deliver, (found) => {
        divergence = found;
        run.stop({ kind: 'aborted', reason: found.message });
      }),
  });
  const asked = preflightOf(recipe, options.preflight);
  const preflight = asked && { ...asked, isReplay: true as const };
  const end = await guest.execute(run, { cell, code, nowMs, preflight });
  if (divergence !== undefined) throw divergence;
  if (end === undefined || end.isGuestLost) {
    throw new SandboxError('session_lost', `the guest was lost in cell ${cell}`, {
      details: { kind: guest.exit?.kind },
    });
  }
  if (end.outcome !== recorded.outcome) {
    throw new ReplayDivergence(cell, 'its outcome', recorded.outcome, end.outcome);
  }
  const output = await outputKey(end);
  if (output !== recorded.output) {
    throw new ReplayDivergence(cell, 'its output', recorded.output, output);
  }
}
