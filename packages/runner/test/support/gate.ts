/** A promise that a test settles. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Makes a {@link Gate}. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
