import type { RunContext } from '@rlm/penguin-engine/kernel';
import { joinTexts, readCutText, REPLEntry, type CutText, type LlmCall } from '@rlm/repl-types';
import type { SandboxLanguage } from '@rlm/sandbox';

import type { TurnReport } from '../turn/take-turn.js';

/** A turn as the result's history keeps it. */
export function historyEntry(
  report: TurnReport,
  llmCalls: readonly LlmCall[],
  context: RunContext,
  language: SandboxLanguage,
): REPLEntry {
  const { runs, prose } = report;
  const output = joinTexts(runs.flatMap(({ result }) => outputOf(result)));
  return new REPLEntry({
    reasoning: prose,
    code: runs.map(({ code }) => code).join('\n\n'),
    language,
    output: output.text,
    outputGaps: output.gaps,
    executionTimeMs: runs.reduce((sum, { result }) => sum + result.executionTimeMs, 0),
    llmCalls,
    timestamp: new Date(context.clock.now()).toISOString(),
  });
}

function outputOf({
  stdout,
  stderr,
  gaps,
  error,
  value,
}: TurnReport['runs'][number]['result']): readonly (string | CutText)[] {
  const line = error === undefined ? '' : `${error.type}: ${error.message}`;
  return [
    { text: stdout, gaps: gaps.stdout },
    { text: stderr, gaps: gaps.stderr },
    ...(stderr.includes(line) ? [] : [readCutText(line), '\n']),
    ...(value === null ? [] : [readCutText(value), '\n']),
  ];
}
