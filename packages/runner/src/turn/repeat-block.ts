import type { RunContext } from '@rlm/kernel';
import { REPLResult } from '@rlm/repl-types';

import type { QueryScope } from '../run/query-scope.js';
import { keepSnapshot } from '../session/snapshots.js';
import type { SessionHost } from '../run/session-host.js';
import type { Notice } from '../run/notice.js';
import type { ExecutedBlock } from './executed-block.js';

type Cells = NonNullable<RunContext['effects']['cells']>;

/** What of the run's accounts an execution changed, beside its session. */
type Accounts = Pick<
  QueryScope,
  'calls' | 'records' | 'notices' | 'stop' | 'cutOff' | 'inTurn' | 'begun'
>;

/** What a journal keeps of an execution beside its result. */
interface About {
  readonly told: readonly Notice[];
  readonly isLost: boolean;
  readonly accounts: Accounts;
}

/** Ends of an execution that do not depend on the code and its data alone. */
const stoppedOutcomes: readonly REPLResult['outcome'][] = [
  'timeout',
  'memory',
  'aborted',
  'violation',
  'crashed',
];

/**
 * Executes a block of a run with a journal. One that an earlier owner executed runs again, and must give the same result. It does not run again
 * if a snapshot holds its state, or if it was stopped from outside: such a block leaves a snapshot, or is undone.
 */
export async function repeatBlock(
  block: number,
  run: () => Promise<ExecutedBlock>,
  cells: Cells,
  host: SessionHost,
  scope: QueryScope,
): Promise<ExecutedBlock> {
  const { abortSignal } = scope.context;
  const { clock } = scope.context;
  const startedAt = clock.now();
  const isReplayed = !cells.isLive;
  const timed = (executed: ExecutedBlock): ExecutedBlock => {
    if (!isReplayed) return executed;
    const executionTimeMs = clock.now() - startedAt;
    return { ...executed, result: withTime(executed.result, executionTimeMs) };
  };
  if (cells.isPassed(block)) return timed(await recall(block, cells, host, scope));
  const executed = await run();
  const { result } = executed;
  const isStopped = stoppedOutcomes.includes(result.outcome);
  const told = [...executed.told];
  if (isStopped && result.session === 'kept') {
    if (!(await keepSnapshot(host.session, cells, block, abortSignal)))
      told.push(...(await takeBack(host)));
  }
  const { calls, records, notices, stop, cutOff, inTurn, begun } = scope;
  const accounts: Accounts = { calls: { ...calls }, records, notices, stop, cutOff, inTurn, begun };
  const about: About = { told, isLost: executed.isLost, accounts };
  await cells.note({ block, value: repeatable(result), about, isStopped });
  const isWorth = !isStopped && cells.isLive && host.isWorthSnapshot();
  if (isWorth) await keepSnapshot(host.session, cells, block, abortSignal);
  return timed({ ...executed, told });
}

/** Takes a stopped block back: its half would be there now, and not in a run that is resumed. */
async function takeBack({ session }: SessionHost): Promise<readonly Notice[]> {
  await session.undo?.();
  const message =
    'The REPL is as it was before the block that was stopped: what that had set is gone.';
  return [{ code: 'session_restored', message }];
}

/** The recorded outcome of a block that does not run again. */
async function recall(
  block: number,
  cells: Cells,
  host: SessionHost,
  scope: QueryScope,
): Promise<ExecutedBlock> {
  const { value, about } = await cells.pass(block);
  const { told, isLost, accounts } = about as About;
  Object.assign(scope, { ...accounts, calls: scope.calls });
  Object.assign(scope.calls, accounts.calls);
  const { step, abortSignal } = scope.context;
  const isInSnapshot = step <= (cells.snapshot?.step ?? 0);
  if (isLost && !isInSnapshot) await host.reopen(abortSignal);
  return {
    result: new REPLResult(value as ConstructorParameters<typeof REPLResult>[0]),
    told,
    isLost,
  };
}

/** The result of a block that was given again, with the time that it took then. */
function withTime({ error, ...result }: REPLResult, executionTimeMs: number): REPLResult {
  return new REPLResult({ ...result, error, executionTimeMs });
}

/** What code gives whenever it runs again over the same data: all but times, and what became of its session meanwhile. */
function repeatable(result: REPLResult): unknown {
  const always = { executionTimeMs: 0, llmCalls: [], session: 'kept' };
  return { ...(JSON.parse(JSON.stringify(result)) as object), ...always };
}
