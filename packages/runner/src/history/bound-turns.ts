import { cutText } from '@rlm/repl-types';

import { transcriptTurn, type TranscriptTurn } from '../run/transcript-turn.js';

/** Steps within a limit of bytes. */
export interface BoundedTurns {
  readonly turns: TranscriptTurn[];
  /** How many of them were shortened now. */
  readonly shortened: number;
  /** How many of the oldest are gone. */
  readonly dropped: number;
}

/** Characters kept of an old step: of its reply, and of what the model was shown after it. */
const shortChars = 2_000;

/** Characters of a turn that is not shortened: it is short, with the notes of what was left out of it. */
const shortTurnChars = 2 * shortChars + 200;

/** About how many bytes turns take: a character takes two. */
export const bytesOf = (turns: readonly TranscriptTurn[]): number =>
  turns.reduce((sum, { chars }) => sum + 2 * chars, 0);

/** Shortens the oldest turns as far as all take more than `maxBytes`; if that is not enough, drops the oldest. The last stays whole. */
export function boundTurns(given: readonly TranscriptTurn[], maxBytes: number): BoundedTurns {
  let bytes = bytesOf(given);
  const turns = [...given];
  let [shortened, dropped] = [0, 0];
  for (const [index, turn] of given.slice(0, -1).entries()) {
    if (bytes <= maxBytes) break;
    if (turn.chars <= shortTurnChars) continue;
    const short = shorten(turn);
    turns[index] = short;
    bytes -= 2 * (turn.chars - short.chars);
    shortened += 1;
  }
  while (bytes > maxBytes && dropped < turns.length - 1) {
    bytes -= 2 * (turns[dropped]?.chars ?? 0);
    dropped += 1;
  }
  return { turns: turns.slice(dropped), shortened, dropped };
}

function shorten({ reply, feedback }: TranscriptTurn): TranscriptTurn {
  const short = (text: string): string => cutText(text, shortChars).text;
  return transcriptTurn(short(reply), short(feedback));
}
