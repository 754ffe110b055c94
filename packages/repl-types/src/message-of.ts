/**
 * Returns the message of a thrown value, of any kind. Its message may not be text, and reading it may throw again (a
 * `toString` that throws, a `message` that is a getter).
 */
export function messageOf(thrown: unknown): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(text);
  } catch {
    return 'the thrown value has no text';
  }
}
