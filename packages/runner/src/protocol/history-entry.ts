import type { RunContext } from '@rlm/penguin-engine/kernel';
import { REPLEntry, type LlmCall } from '@rlm/repl-types';

import { proseOf } from '../turn/prose-of.js';
import type { TurnReport } from '../turn/take-turn.js';

/** A turn as the result's history keeps it. */
export function historyEntry(
  reply: string,
  report: TurnReport,
  llmCalls: readonly LlmCall[],
  context: RunContext,
): REPLEntry {
  const { runs } = report;
  return new REPLEntry({
    reasoning: runs.length === 0 ? reply : proseOf(reply),
    code: runs.map(({ code }) => code).join('\n\n'),
    output: runs.map(({ result }) => outputOf(result)).join(''),
    executionTimeMs: runs.reduce((sum, { result }) => sum + result.executionTimeMs, 0),
    llmCalls,
    timestamp: new Date(context.clock.now()).toISOString(),
  });
}

function outputOf({ stdout, stderr, error }: TurnReport['runs'][number]['result']): string {
  const line = error === undefined ? '' : `${error.type}: ${error.message}`;
  return [stdout, stderr, stderr.includes(line) ? '' : `${line}\n`].join('');
}
