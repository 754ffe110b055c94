import { setTimeout } from 'node:timers/promises';

/** Texts from this length on are worth a pause. */
const longText = 100_000;

/** Gives the host's thread to others between the making of a value's text and its parsing, which takes as long again. Timers that are due come first. */
export async function breathe(json: string): Promise<void> {
  if (json.length > longText) await setTimeout(0);
}
