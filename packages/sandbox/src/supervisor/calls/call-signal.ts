/** The signal of a cell's host calls, made when the first of them needs it: most cells make none. */
export interface CallSignal {
  /** Aborted when the cell has ended or is stopped. */
  signal(): AbortSignal;
  /** The cell has ended or is stopped: its calls end with it. */
  end(): void;
}

/** Makes a {@link CallSignal}. */
export function createCallSignal(): CallSignal {
  let controller: AbortController | undefined;
  let isOver = false;
  const endCalls = (): void => {
    if (controller?.signal.aborted === false) controller.abort(new Error('its cell has ended'));
  };
  return {
    signal() {
      controller ??= new AbortController();
      if (isOver) endCalls();
      return controller.signal;
    },
    end() {
      isOver = true;
      endCalls();
    },
  };
}
