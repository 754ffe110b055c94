import { JournalError, removeRuns } from '@rlm/journal';
import { messageOf } from '@rlm/repl-types/internal';

import type { RunsArguments } from '../arguments/run-arguments.js';
import { counted, oneLine } from '../view/text/numbers.js';
import { plainText } from '../view/text/plain-text.js';
import { toJsonLine } from '../render/json-line.js';
import { renderRuns } from '../render/runs-table.js';
import { columnsOf } from '../render/wrap-for.js';
import { notFound } from '../runs/not-found.js';
import { listRuns } from '../runs/run-rows.js';
import { openRuns, type Runs } from '../runs/runs.js';

/** How wide a table is where the output does not say. */
const usualColumns = 100;

/** How much of a reason is shown. */
const reasonColumns = 300;

/** `rlm runs`: lists runs, or removes some; returns the exit code. */
export async function runsCommand(args: RunsArguments): Promise<number> {
  const runs = openRuns(args.runs);
  if (args.remove !== undefined) return removeNamed(runs, args.remove);
  if (args.removeOlderThanMs !== undefined) return removeOld(runs, args, args.removeOlderThanMs);
  const rows = await listRuns(runs.store, args.status);
  if (args.json) process.stdout.write(`${toJsonLine(rows)}\n`);
  else if (rows.length > 0) {
    const { stdout } = process;
    stdout.write(`${renderRuns(rows, stdout.isTTY ? columnsOf(stdout) : usualColumns)}\n`);
  } else {
    const which = args.status === undefined ? 'no run' : `no run that is ${args.status}`;
    process.stderr.write(plainText(`There is ${which} in ${runs.folder}.\n`));
  }
  return 0;
}

async function removeOld(
  { store, folder }: Runs,
  { status, json }: RunsArguments,
  olderThanMs: number,
): Promise<number> {
  const { removed, failed } = await removeRuns(store, {
    olderThanMs,
    statuses: status && [status],
  });
  const reasons = failed.map(({ runId, error }) => ({ id: runId, reason: messageOf(error) }));
  if (json) process.stdout.write(`${toJsonLine({ removed, failed: reasons })}\n`);
  const where = oneLine(folder, usualColumns);
  process.stderr.write(`Removed ${counted(removed.length, 'run')} from ${where}.\n`);
  for (const { id, reason } of reasons) {
    const [name, why] = [oneLine(id, usualColumns), oneLine(reason, reasonColumns)];
    process.stderr.write(`rlm: the run ${name} could not be removed: ${why}\n`);
  }
  return failed.length === 0 ? 0 : 1;
}

async function removeNamed(runs: Runs, ids: readonly string[]): Promise<number> {
  for (const id of ids) {
    try {
      await runs.store.remove(id);
    } catch (error) {
      if (!JournalError.isInstance(error) || error.code !== 'journal_locked') {
        throw await notFound(runs, id, error);
      }
      const { details } = error;
      const pid = details !== undefined && 'pid' in details ? details.pid : 0;
      process.stderr.write(`rlm: the run ${id} is under way in process ${pid}: end that first\n`);
      return 1;
    }
    process.stderr.write(`The run ${id} is removed.\n`);
  }
  return 0;
}
