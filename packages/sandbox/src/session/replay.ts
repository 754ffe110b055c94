import { SandboxError } from '../contract/errors.js';
import { assign, moveLimitMs } from './assign.js';
import { inTime } from './call-time.js';
import { Cell, outputKey, preflightOf } from './cell.js';
import type { WholeBackend } from './create-sandbox.js';
import type { LiveChild } from './live-child.js';
import { keyOf, type Entry, type RecordedCell } from './log.js';
import type { ResolvedOptions } from './options.js';

/** A cell that ran again did something else than its log says. */
class ReplayDivergence extends Error {
  constructor(cell: number, place: string, recorded: unknown, requested: unknown) {
    super(
      `replay of cell ${cell} diverged at ${place}: the log recorded ${brief(recorded)}, and the cell gave ${brief(requested)}`,
    );
  }
}

function brief(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 200);
}

/**
 * Brings a child to the state that a log describes: assignments are made again, cells run again, their host calls
 * are answered from the log.
 *
 * @throws ReplayDivergence at the first cell that does something else; SandboxError `session_lost`
 */
export async function replay(
  child: LiveChild,
  entries: readonly Entry[],
  backend: WholeBackend,
  options: ResolvedOptions,
): Promise<void> {
  for (const entry of entries) {
    if (entry.type === 'cell') await replayCell(child, entry, backend, options);
    else await inTime(moveLimitMs, undefined, (time) => assign(child, entry, time));
  }
}

async function replayCell(
  child: LiveChild,
  recorded: RecordedCell,
  backend: WholeBackend,
  { limits, preflight: looks }: ResolvedOptions,
): Promise<void> {
  const { cell, code, nowMs, calls = [] } = recorded;
  /** Calls of the code that wait for their turn in the log. */
  const requested: { readonly call: number; readonly name: string; readonly args: string }[] = [];
  let position = 0;
  let divergence: ReplayDivergence | undefined;
  const answerNext = (): void => {
    for (;;) {
      const expected = calls[position];
      const index = requested.findIndex(
        ({ name, args }) => name === expected?.name && args === expected.args,
      );
      const [match] = index === -1 ? [] : requested.splice(index, 1);
      if (expected === undefined || match === undefined) return;
      position += 1;
      run.answer(match.call, expected.outcome);
    }
  };
  const run: Cell = new Cell({
    child,
    limits,
    limitMs: limits.cellMs,
    onCall({ call, name, args }) {
      requested.push({ call, name, args: keyOf(args) });
      answerNext();
    },
    onWait() {
      const [first] = requested;
      if (first === undefined) return;
      const place = `host call ${position + 1}`;
      divergence = new ReplayDivergence(cell, place, calls[position], first);
      run.stop({ kind: 'aborted', reason: divergence.message });
    },
  });
  const look = preflightOf(backend, looks);
  const preflight = look && { ...look, isReplay: true as const };
  const end = await child.execute(run, { cell, code, nowMs, preflight });
  if (divergence !== undefined) throw divergence;
  if (end.isChildLost) {
    throw new SandboxError('session_lost', `the interpreter was lost in cell ${cell}`, {
      details: { kind: child.exit?.kind },
    });
  }
  if (end.outcome !== recorded.outcome) {
    throw new ReplayDivergence(cell, 'its outcome', recorded.outcome, end.outcome);
  }
  const output = outputKey(end);
  if (output !== recorded.output) {
    throw new ReplayDivergence(cell, 'its output', recorded.output, output);
  }
}
