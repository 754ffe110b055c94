import { REPLResult } from '@rlm/repl-types';

import type { RlmContext } from '../run/events.js';
import { describeError } from '../errors.js';
import type { SessionHost } from '../run/session-host.js';
import type { QueryScope } from '../run/query-scope.js';
import type { ExecutedBlock } from './executed-block.js';
import type { Notice } from '../run/notice.js';
import { repeatBlock } from './repeat-block.js';

/** One executed block. */
export interface BlockRun {
  readonly code: string;
  readonly result: REPLResult;
}

/** The outcome of running the blocks of a reply. */
export interface BlockRuns {
  readonly runs: readonly BlockRun[];
  readonly notices: readonly Notice[];
}

/** Blocks of one reply that run: what each prints is kept. */
const maxBlocks = 100;

/** Runs blocks in order until one ends the run or fails; the rest are skipped, and the model gets a notice. */
export async function runBlocks(
  blocks: readonly string[],
  host: SessionHost,
  context: RlmContext,
  scope: QueryScope,
): Promise<BlockRuns> {
  const runs: BlockRun[] = [];
  const notices: Notice[] = [];
  for (const [block, code] of blocks.slice(0, maxBlocks).entries()) {
    context.emit({ type: 'code-start', code, block, blocks: blocks.length });
    const run = (): Promise<ExecutedBlock> => execute(code, host, context);
    const { cells } = context.effects;
    const { result, told } =
      cells === undefined ? await run() : await repeatBlock(block, run, cells, host, scope);
    notices.push(...told);
    context.emit({ type: 'code-end', block, result });
    runs.push({ code, result });
    notices.push(
      ...result.diagnostics.map(({ code: found, message }) => ({ code: found, message })),
    );
    const isLast = block === maxBlocks - 1;
    if (!isLast && result.finalOutput === null && result.success) continue;
    const skipped = blocks.length - block - 1;
    if (skipped > 0) {
      const ended =
        result.finalOutput === null ? 'is the last that one reply may have' : 'ended the run';
      const why = result.success ? ended : 'failed';
      const message = `Block ${String(block + 1)} ${why}, so the ${String(skipped)} after it did not run.`;
      notices.push({ code: 'blocks_skipped', message });
    }
    break;
  }
  return { runs, notices };
}

async function execute(
  code: string,
  host: SessionHost,
  context: RlmContext,
): Promise<ExecutedBlock> {
  const { abortSignal } = context;
  const onOutput = (text: string, stream: 'stdout' | 'stderr'): void => {
    context.emit({ type: 'output-delta', text, stream });
  };
  let result: REPLResult;
  try {
    const { nowMs } = context.status;
    result = await host.session.execute(code, { abortSignal, onOutput, nowMs });
  } catch (error) {
    abortSignal.throwIfAborted();
    const { code: type, message } = describeError(error);
    result = new REPLResult({
      success: false,
      outcome: 'crashed',
      session: 'lost',
      error: { type, message, traceback: '' },
    });
  }
  abortSignal.throwIfAborted();
  const isLost = result.session === 'lost' && result.finalOutput === null;
  if (isLost) await host.reopen(abortSignal);
  const hasLost = host.takeLoss() || isLost;
  return { result, told: hasLost ? [sessionLost] : [], isLost };
}

const sessionLost: Notice = {
  code: 'session_restored',
  message: 'The REPL was lost and opened again: the data is there, your variables are not.',
};
