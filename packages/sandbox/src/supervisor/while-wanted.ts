import { onAbort } from './on-abort.js';

/**
 * Waits for something that is being started, as long as it is wanted: when the signal is aborted before, `end` is called, and
 * this rejects at once with the signal's reason.
 *
 * @param end Ends what is being started, so that `starting` settles soon: what it comes to then does not matter.
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
