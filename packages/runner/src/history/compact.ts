import type { RunContext } from '@rlm/kernel';
import { loadOnce } from '@rlm/repl-types/internal';

import { maxKeptBytes } from '../kept-bytes.js';
import type { RlmState } from '../run/state.js';
import { compactionDefaults } from '../options/compaction-options.js';
import { transcriptChars } from './messages.js';
import type { Compaction } from './shorten-transcript.js';

const shortening = /* @__PURE__ */ loadOnce(() => import('./shorten-transcript.js'));

/** Shortens the transcript when it is too long: older turns become a summary. Whatever the options, a run keeps no more than it may. */
export async function compactTranscript(state: RlmState, context: RunContext): Promise<Compaction> {
  const summarised = await summariseOlder(state, context);
  const chars = transcriptChars({ opening: state.opening, transcript: summarised.transcript });
  if (2 * chars <= maxKeptBytes.transcript) return summarised;
  const { transcript, notices } = (await shortening()).boundTranscript(summarised.transcript);
  return { transcript, notices: [...summarised.notices, ...notices] };
}

async function summariseOlder(state: RlmState, context: RunContext): Promise<Compaction> {
  const { transcript } = state;
  const whole = { transcript, notices: [] };
  const options = state.plan.options.compaction ?? {};
  if (options === false) return whole;
  const { maxChars, keepTurns } = { ...compactionDefaults, ...options };
  if (transcript.turns.length <= keepTurns || transcriptChars(state) <= maxChars) return whole;
  const { shortenTranscript } = await shortening();
  return shortenTranscript(state, context, options, keepTurns);
}
