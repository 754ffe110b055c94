/** How long a run may take to end after Ctrl-C before the process ends anyway. */
const usualPatienceMs = 800;

/**
 * Ends a run at Ctrl-C; a second Ctrl-C, or a run that does not end soon, ends the process.
 *
 * @param beforeLeaving Called before the process ends with the run under way.
 * @param patienceMs How long the end may take.
 */
export function listenForInterrupt(
  beforeLeaving: () => void = () => undefined,
  patienceMs = usualPatienceMs,
): {
  readonly signal: AbortSignal;
  stop(): void;
} {
  const controller = new AbortController();
  const leave = (): never => {
    beforeLeaving();
    return process.exit(130);
  };
  const onInterrupt = (): void => {
    if (controller.signal.aborted) leave();
    controller.abort(new Error('interrupted'));
    setTimeout(leave, patienceMs).unref();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  return {
    signal: controller.signal,
    stop() {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onInterrupt);
    },
  };
}
