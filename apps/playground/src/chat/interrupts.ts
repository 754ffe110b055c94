/** Ctrl-C in a session: the first one stops the question under way, a second one without a line in between ends. */
export interface Interrupts {
  readonly press: () => void;
  /** A line was typed. */
  readonly forget: () => void;
  /** The signal of the question that begins now. */
  readonly begin: () => AbortSignal;
  readonly end: () => void;
  readonly close: () => void;
}

/** Also listens for signals. `leave` ends the process; `hint` is called if there was nothing to stop. */
export function listenForInterrupts(leave: () => void, hint: () => void): Interrupts {
  let isPressed = false;
  let underWay: AbortController | undefined;
  const press = (): void => {
    if (isPressed) {
      leave();
      return;
    }
    isPressed = true;
    if (underWay === undefined) hint();
    else underWay.abort(new Error('interrupted'));
  };
  process.on('SIGINT', press);
  process.on('SIGTERM', leave);
  return {
    press,
    forget() {
      isPressed = false;
    },
    begin() {
      underWay = new AbortController();
      return underWay.signal;
    },
    end() {
      underWay = undefined;
    },
    close() {
      process.off('SIGINT', press);
      process.off('SIGTERM', leave);
    },
  };
}
