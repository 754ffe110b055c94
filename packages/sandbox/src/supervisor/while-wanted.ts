import { onAbort } from './on-abort.js';

/**
 * Waits for something that is starting, as long as it is wanted. If the signal is aborted first, calls `end` and
 * rejects at once with the signal's reason.
 *
 * @param end Ends what is starting, so that `starting` settles soon; its result is then ignored.
 */
export async function whileWanted<Started>(
  abortSignal: AbortSignal | undefined,
  starting: Promise<Started>,
  end: () => unknown,
): Promise<Started> {
  let forget: () => void = () => undefined;
  const unwanted = new Promise<never>((_resolve, reject) => {
    forget = onAbort(abortSignal, () => {
      reject(abortSignal?.reason as Error);
      end();
    });
  });
  try {
    return await Promise.race([starting, unwanted]);
  } finally {
    forget();
  }
}
