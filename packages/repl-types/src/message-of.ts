import { cutText } from './cut-text.js';

/** A message may quote all that a model's endpoint sent: it is kept in results and journals, and shown. */
const maxChars = 10_000;

/**
 * Returns the message of a thrown value, of any kind; of one with more than 10,000 characters the head and the tail. Its
 * message may not be text, and reading it may throw again (a `toString` that throws, a `message` that is a getter).
 */
export function messageOf(thrown: unknown): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : thrown;
    return cutText(String(text), maxChars).text;
  } catch {
    return 'the thrown value has no text';
  }
}
