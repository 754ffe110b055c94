import { headOf } from './slice-text.js';

/** Longest text that is kept of what was thrown, in characters. */
const longest = 2_000;

/** What something thrown says. It may be anything: its message may be no text, and looking at it may throw again. */
export function thrownText(thrown: unknown): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : thrown;
    return headOf(String(text), longest);
  } catch {
    return 'what was thrown has no text';
  }
}
