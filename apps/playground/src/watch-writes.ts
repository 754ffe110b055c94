/**
 * Calls `onError` for what cannot be written to a stream of the process. Files report it by an exception of `write` in
 * some versions of Node.js, and pipes by an event.
 */
export function watchWrites(
  stream: NodeJS.WriteStream,
  onError: (error: NodeJS.ErrnoException) => void,
): void {
  stream.on('error', onError);
  const write = stream.write.bind(stream) as (...given: readonly unknown[]) => boolean;
  stream.write = (...given: readonly unknown[]): boolean => {
    try {
      return write(...given);
    } catch (error) {
      onError(error as NodeJS.ErrnoException);
      return false;
    }
  };
}
