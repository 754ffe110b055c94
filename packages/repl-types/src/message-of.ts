import { cutText } from './cut-text.js';

/**
 * Returns the message of a thrown value, of any kind; of one with more than `maxChars` characters the head and the tail.
 * Default: 10,000, since a message may quote all that a model's endpoint sent, and is kept in results and journals. The
 * message may not be text, and reading it may throw again (a `toString` that throws, a `message` that is a getter).
 */
export function messageOf(thrown: unknown, maxChars = 10_000): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : thrown;
    return cutText(String(text), maxChars).text;
  } catch {
    return 'the thrown value has no text';
  }
}
