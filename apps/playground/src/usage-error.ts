/** A mistake in how the command was called: one clear line, and exit code 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** A kept run that this command line does not work on. */
export class RunRefusedError extends UsageError {
  override readonly name = 'RunRefusedError';
}
