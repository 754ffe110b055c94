import type { RunContext } from '@rlm/kernel';
import { cutText } from '@rlm/repl-types';
import { headOf } from '@rlm/repl-types/internal';

import { compactionDefaults, type CompactionOptions } from '../options/compaction-options.js';
import type { RlmState } from '../run/state.js';
import { countChars, transcriptTurn, type TranscriptTurn } from '../run/transcript-turn.js';
import { summariseOlder, type Compaction } from './compact.js';

/** The least that turns and summary get, however long the opening is. */
const leastChars = 600;

/** What the note in a cut text takes, about. */
const noteChars = 50;

/**
 * Shortens a transcript so that a prompt has about `most` characters: older turns become a summary, as in compaction; if that is not
 * enough, fewer turns stay, and what is left of them is cut.
 */
export async function fitTranscript(
  state: RlmState,
  context: RunContext,
  most: number,
  options: CompactionOptions,
): Promise<Compaction> {
  const { keepTurns = compactionDefaults.keepTurns } = options;
  const room = Math.max(leastChars, most - countChars(state.opening));
  const { turns } = state.transcript;
  const older = turns.length - countFitting(turns, keepTurns, (room * 3) / 4);
  const { transcript, notices } =
    older > 0
      ? await summariseOlder(state, context, options, older)
      : { transcript: state.transcript, notices: [] };
  const summary = cutWithin(transcript.summary, room / 4);
  const left = room - summary.length;
  const whole = transcript.turns.reduce((sum, { chars }) => sum + chars, 0);
  if (whole <= left) return { transcript: { ...transcript, summary }, notices };
  const kept = transcript.turns.map((turn) => cutTurn(turn, (left * turn.chars) / whole));
  const message = 'The latest turn was cut, because the prompt was too long for the model.';
  return {
    transcript: { ...transcript, summary, turns: kept, isArchiveWhole: false },
    notices: [...notices, { code: 'transcript_shortened', message }],
  };
}

/** How many of the last turns fit, at most `most`; the last one stays in any case. */
function countFitting(turns: readonly TranscriptTurn[], most: number, room: number): number {
  let [count, chars] = [0, 0];
  for (const turn of turns.slice(-Math.max(1, most)).reverse()) {
    chars += turn.chars;
    if (count > 0 && chars > room) break;
    count += 1;
  }
  return count;
}

/** A turn of at most about `most` characters: what the code printed has more room than the code. */
function cutTurn({ reply, feedback }: TranscriptTurn, most: number): TranscriptTurn {
  const said = cutWithin(reply, Math.max(most / 3, most - feedback.length));
  return transcriptTurn(said, cutWithin(feedback, most - said.length));
}

/** A text of at most `most` units, with a note of what is missing if there is room for one. */
function cutWithin(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = cutText(text, Math.max(0, most - noteChars)).text;
  return cut.length <= most ? cut : headOf(text, Math.max(0, Math.floor(most)));
}
