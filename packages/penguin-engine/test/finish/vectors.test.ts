import { describe, expect, it } from 'vitest';

import {
  checkTerminationSignal,
  finishResponse,
  finishTask,
  parseActions,
  type FinishReport,
} from '../../src/index.js';
import { preferred, readVectors } from '../support/vectors.js';

const tools: Readonly<Record<string, (params?: unknown) => FinishReport>> = {
  finish_response: finishResponse,
  finish_task: finishTask,
  task_completed: finishTask,
};

interface FinishInput {
  readonly tool: string;
  readonly via: 'direct' | 'actionxml' | 'native';
  readonly params?: unknown;
  readonly text?: string;
}
interface FinishBetter {
  readonly error?: string;
  readonly status?: string;
  readonly summary?: string;
  readonly text?: string;
}

describe('the finish tools on finish_outputs', () => {
  /** `finish_response` keeps its summary, whatever the row prefers. */
  const asTheSeed = new Set(['response_actionxml_summary']);
  /** The text always ends in the true marker, so that a forged one is never the last. */
  const ownText = new Set(['task_plain_marker']);

  it.each(readVectors<FinishInput, string>('finish_outputs'))('follows $name', (row) => {
    const { tool, via, params, text = '' } = row.input;
    const body = parseActions(text, { names: Object.keys(tools) }).actions[0]?.params;
    const report = tools[tool]?.(via === 'actionxml' ? body : params);
    const expected = asTheSeed.has(row.name) ? row.expected : preferred(row);
    if (row.prefer !== 'better') {
      expect(report?.text).toBe(expected);
      expect(report?.error).toBeUndefined();
      return;
    }
    const { error, text: betterText, ...finish } = row.better as FinishBetter;
    expect(report?.error).toBe(error);
    if (error !== undefined) {
      expect(report?.finish).toBeNull();
      expect(report?.text).toMatch(/"done", "partial", "blocked"/);
      return;
    }
    expect(report?.finish).toMatchObject(finish);
    expect(report?.text.endsWith(`[FINISH_STATUS:${finish.status ?? ''}]`)).toBe(true);
    if (betterText !== undefined && !ownText.has(row.name)) expect(report?.text).toBe(betterText);
  });
});

interface SignalInput {
  readonly termination_action: string;
  readonly iteration_results: readonly unknown[];
}
interface Signal {
  readonly detected: boolean;
  readonly finish_status: string | null;
  readonly finish_summary: string | null;
}

describe('checkTerminationSignal on termination_signal', () => {
  it.each(readVectors<SignalInput, Signal>('termination_signal'))('follows $name', (row) => {
    const { termination_action, iteration_results } = row.input;
    const expected = row.prefer === 'better' ? (row.better as Signal) : preferred(row);
    expect(checkTerminationSignal(iteration_results, termination_action)).toEqual({
      detected: expected.detected,
      finishStatus: expected.finish_status,
      finishSummary: expected.finish_summary,
    });
  });
});
