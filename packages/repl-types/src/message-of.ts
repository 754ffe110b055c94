/**
 * What something thrown says, whatever it is: its message may be no text, and looking at it may throw again (a `toString` that
 * throws, a `message` that is a getter).
 */
export function messageOf(thrown: unknown): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(text);
  } catch {
    return 'what was thrown has no text';
  }
}
