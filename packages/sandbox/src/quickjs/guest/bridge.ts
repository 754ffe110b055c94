/** The host's side, as the guest's own code sees it: functions that take and return text. */
export interface Bridge {
  /** Starts a host call; gives its number, why it cannot be made, or nothing while too much waits for the host. */
  readonly call: (name: string, args: string) => number | string | undefined;
  /** Records an answer; gives nothing, or why it cannot be one. */
  readonly final: (kind: string, name: string, json: string) => string | undefined;
  readonly print: (stream: 'stdout' | 'stderr', text: string) => void;
  /** What kind of object a value is, by the engine's own mark: no trap, getter or patched prototype is run. */
  readonly brand: (value: unknown) => Brand;
}

/** The kinds of objects that are shown or sent in a way of their own. */
export type Brand = 'proxy' | 'promise' | 'map' | 'set' | 'date' | 'error' | 'other';

/** What the guest's own code is told when it starts. */
export interface GuestConfig {
  readonly functions: readonly string[];
  readonly dialects: readonly string[];
  readonly seed: string;
}
