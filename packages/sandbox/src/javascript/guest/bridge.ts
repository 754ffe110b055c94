/** The host's side, as the guest's own code sees it: functions that take and return text. */
export interface Bridge {
  /** Starts a host call. Returns its number, why it cannot be made, or undefined while too much waits for the host. */
  readonly call: (name: string, args: string) => number | string | undefined;
  /**
   * Records an answer. Returns undefined, or why it cannot be an answer.
   *
   * @param open The calls that have no answer yet, as JSON text; empty for none.
   */
  readonly final: (kind: string, name: string, json: string, open: string) => string | undefined;
  readonly print: (stream: 'stdout' | 'stderr', text: string) => void;
  /**
   * The kind of object that a value is, by the engine's own mark: runs no trap, getter or patched prototype. Undefined for
   * `plain`, which is asked for most: to give the engine nothing is cheapest.
   */
  readonly brand: (value: unknown) => Brand | undefined;
}

/**
 * The kinds of objects that are shown or sent in a way of their own. `plain`: an array or an object that has its properties only,
 * whatever its prototype is.
 */
export type Brand = 'plain' | 'proxy' | 'promise' | 'map' | 'set' | 'date' | 'error' | 'other';

/** The configuration of the guest's own code. */
export interface GuestConfig {
  readonly functions: readonly string[];
  readonly dialects: readonly string[];
  readonly acceptsNull?: boolean;
  readonly seed: string;
  readonly wholeOutputChars: number;
}

let ask: Bridge['brand'] = () => undefined;

/** Gives the guest's own code the engine's view of objects; called once, at the start. */
export function useBrands(brand: Bridge['brand']): void {
  ask = brand;
}

/** The kind of object that a value is; see {@link Bridge.brand}. */
export function brandOf(value: object): Brand {
  return ask(value) ?? 'plain';
}
