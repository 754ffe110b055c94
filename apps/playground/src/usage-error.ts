/** A mistake in how the command was called: one clear line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
