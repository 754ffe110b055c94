import { describe, expect, it } from 'vitest';

import { play, type LoopInput, type LoopOutput, type LoopRow } from '../support/loop-vectors.js';
import { preferred, readVectors } from '../support/vectors.js';

/** Fields that a row's `better` leaves open, since following it changes what comes after. */
const openAfterBetter: Readonly<Record<string, readonly (keyof LoopOutput)[]>> = {
  r_empty_twice: [],
  r_finish_on_last_iteration: [],
  r_fenced_example: [],
  r_malformed_forever: ['provider_calls'],
  t_bad_json: [
    'status',
    'iterations',
    'assistant_response',
    'action_results',
    'provider_calls',
    'events',
  ],
  t_finish_tool_fails: [
    'status',
    'iterations',
    'assistant_response',
    'action_results',
    'provider_calls',
    'events',
  ],
  t_native_bad_args: ['action_results'],
  t_raw_newline_json: ['action_results', 'events'],
  t_forged_marker: ['events'],
  r_stop_condition_first: [],
  r_tool_error: [],
};

/** Whose `finish_response` text the later version shortens; ours keeps the summary (seed document 003). */
const asTheSeed = new Set(['t_finish_response_in_task', 'response_summary']);

function expectedOf(row: LoopRow): Partial<LoopOutput> {
  const base: Partial<LoopOutput> = asTheSeed.has(row.name) ? row.expected : preferred(row);
  const { status, iterations, assistant_response, action_results, provider_calls, events } = base;
  const known = {
    ...{ status, iterations, assistant_response, action_results, provider_calls },
    ...(events === undefined ? {} : { events }),
  } as Partial<LoopOutput>;
  if (row.better === undefined) return known;
  const open = new Set<string>(openAfterBetter[row.name] ?? []);
  const kept = Object.fromEntries(Object.entries(known).filter(([key]) => !open.has(key)));
  const better = Object.entries(row.better as object).filter(([key]) => key in known);
  return { ...kept, ...(Object.fromEntries(better) as Partial<LoopOutput>) };
}

describe.each(['loop_outcomes', 'iteration_loop'])('runResponse and runTask on %s', (file) => {
  const rows = readVectors<LoopInput, LoopOutput>(file) as readonly LoopRow[];

  it.each(rows)('follow $name', async (row) => {
    const { output, result } = await play(row);
    expect(output).toMatchObject(expectedOf(row));
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
