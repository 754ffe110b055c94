import { describe, expect, it } from 'vitest';

import { play, type LoopInput, type LoopOutput, type LoopRow } from '../support/loop-vectors.js';
import { preferred, readVectors } from '../support/vectors.js';

/** Where `better` is told in words: what it comes to, in the row's own fields. */
const refusedFinish = {
  status: 'implicit_completion',
  iterations: 2,
  action_results: [{ action: 'finish_task', status: 'error' }],
};
const betterInFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  t_bad_json: refusedFinish,
  t_finish_tool_fails: refusedFinish,
  t_native_bad_args: refusedFinish,
  t_raw_newline_json: {
    action_results: [{ action: 'finish_task', status: 'completed' }],
    events: [{ event: 'task_started' }, { event: 'task_progressed' }, { finish_status: 'blocked' }],
  },
  t_forged_marker: {
    events: [{ event: 'task_started' }, { event: 'task_progressed' }, { finish_status: 'done' }],
  },
  r_malformed_forever: { provider_calls: 4 },
};

/**
 * Mended rows: they make a first call that is larger than the whole budget. No call starts that does not fit; `budgets.test.ts` has
 * both endings with a budget that lets the call start.
 */
const overBudget = {
  status: 'budget_limited',
  iterations: 0,
  assistant_response: '',
  action_results: [],
  provider_calls: 0,
};
const mended: Readonly<Record<string, Partial<LoopOutput>>> = {
  t_budget_crossed: { ...overBudget, events: [{ event: 'task_started', max_iterations: 9 }] },
  t_budget_finish_wins: { ...overBudget, events: [{ event: 'task_started', max_iterations: 5 }] },
};

/** Whose `finish_response` text the later version shortens; ours keeps the summary. */
const asTheSeed = new Set(['t_finish_response_in_task', 'response_summary']);

function expectedOf(row: LoopRow): Partial<LoopOutput> {
  const right = mended[row.name];
  if (right !== undefined) return right;
  const base: Partial<LoopOutput> = asTheSeed.has(row.name) ? row.expected : preferred(row);
  const { status, iterations, assistant_response, action_results, provider_calls, events } = base;
  const fields = { status, iterations, assistant_response, action_results, provider_calls, events };
  const known = defined(fields);
  if (row.better === undefined) return known;
  const isRefused = betterInFields[row.name] === refusedFinish;
  const later = isRefused && row.expected_head !== undefined ? row.expected_head : known;
  const better = Object.entries(row.better as object).filter(([key]) => key in known);
  return defined({
    ...known,
    assistant_response: later.assistant_response,
    provider_calls: later.provider_calls,
    events: later.events,
    ...Object.fromEntries(better),
    ...betterInFields[row.name],
  });
}

/** A row's fields as far as it has them. */
function defined(fields: object): Partial<LoopOutput> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

describe.each(['loop_outcomes', 'iteration_loop'])('runResponse and runTask on %s', (file) => {
  const rows = readVectors<LoopInput, LoopOutput>(file) as readonly LoopRow[];

  it.each(rows)('follow $name', async (row) => {
    const { output, result } = await play(row);
    expect(output).toMatchObject(expectedOf(row));
    if (row.name in mended) return;
    const better = (row.better ?? {}) as Partial<LoopOutput>;
    if (better.error !== undefined) expect(result.error).toBe(better.error);
    const finishStatus = better.finish_status ?? row.head_extra?.finish_status;
    if (finishStatus !== undefined && row.prefer !== 'seed') {
      expect(result).toMatchObject({ finishStatus, requiresReview: true });
    }
    const finishSummary = better.finish_summary ?? row.head_extra?.finish_summary;
    if (finishSummary !== undefined) expect(result.finishSummary).toBe(finishSummary);
  });
});
