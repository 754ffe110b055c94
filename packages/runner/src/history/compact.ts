import type { RunContext } from '@rlm/kernel';
import { loadOnce } from '@rlm/repl-types/internal';

import { maxKeptBytes } from '../kept-bytes.js';
import type { RlmState } from '../run/state.js';
import type { Notice } from '../run/notice.js';
import { compactionDefaults } from '../options/compaction-options.js';
import { transcriptChars } from './messages.js';

const shortening = /* @__PURE__ */ loadOnce(() => import('./shorten-transcript.js'));

/** Shortens the transcript when it is too long: older turns become a summary. Whatever the options, a run keeps no more than it may. */
export async function compactTranscript(
  state: RlmState,
  context: RunContext,
): Promise<readonly Notice[]> {
  const notices = await summariseOlder(state, context);
  if (2 * transcriptChars(state) <= maxKeptBytes.transcript) return notices;
  return [...notices, ...(await shortening()).boundTranscript(state)];
}

async function summariseOlder(state: RlmState, context: RunContext): Promise<readonly Notice[]> {
  const options = state.plan.options.compaction ?? {};
  if (options === false) return [];
  const { maxChars, keepTurns } = { ...compactionDefaults, ...options };
  if (state.turns.length <= keepTurns || transcriptChars(state) <= maxChars) return [];
  const { shortenTranscript } = await shortening();
  return shortenTranscript(state, context, options, keepTurns);
}
