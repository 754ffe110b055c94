import type { RunContext } from '@rlm/kernel';
import { loadOnce } from '@rlm/repl-types/internal';

import { maxKeptBytes } from '../kept-bytes.js';
import type { RlmState } from '../run/state.js';
import { compactionDefaults } from '../options/compaction-options.js';
import { transcriptChars } from './messages.js';
import type { Compaction } from './shorten-transcript.js';

const shortening = /* @__PURE__ */ loadOnce(() => import('./shorten-transcript.js'));

/**
 * Shortens the transcript if it is too long: older turns become a summary. Whatever the options, a run keeps no more
 * than it may. Returns undefined for a transcript that is short enough, as most are.
 */
export function compactTranscript(
  state: RlmState,
  context: RunContext,
): Promise<Compaction> | undefined {
  const options = state.plan.options.compaction ?? {};
  const { maxChars, keepTurns } = { ...compactionDefaults, ...options };
  const chars = transcriptChars(state);
  const older = state.transcript.turns.length - keepTurns;
  const isSummarised = options !== false && older > 0 && chars > maxChars;
  if (!isSummarised && 2 * chars <= maxKeptBytes.transcript) return undefined;
  return shortening().then(({ shortenTranscript }) =>
    shortenTranscript(state, context, isSummarised ? options : false, older),
  );
}
