/** The defaults of a run's options. */
export const runDefaults: Readonly<{
  maxSteps: number;
  concludeTimeoutMs: number;
  graceMs: number;
  historyWindow: number;
}> = Object.freeze({
  maxSteps: 30,
  concludeTimeoutMs: 60_000,
  graceMs: 5_000,
  historyWindow: 64,
});
