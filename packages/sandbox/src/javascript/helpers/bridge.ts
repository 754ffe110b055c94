/** The child, as the helpers see it: functions that take and return text. */
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
   * The kind of object that a value is, by the interpreter's own mark: runs no trap, getter or patched prototype. Undefined for
   * `plain`, which is asked for most: to give the interpreter nothing is cheapest.
   */
  readonly brand: (value: unknown) => Brand | undefined;
  /** Whether two texts are one in memory. */
  readonly isOneText: (one: string, other: string) => boolean;
  /** Orders two texts as English does, with checked options of `Intl.Collator` as JSON text. */
  readonly compare: (one: string, other: string, options: string) => number;
  /** Writes a number as English does, with checked options of `Intl.NumberFormat` as JSON text. */
  readonly formatNumber: (value: number, options: string) => string;
}

/**
 * The kinds of objects that are shown or sent in a way of their own. `plain`: an array or an object that has its properties only,
 * whatever its prototype is.
 */
export type Brand = 'plain' | 'proxy' | 'promise' | 'map' | 'set' | 'date' | 'error' | 'other';

/** What the helpers are made for. */
export interface HelperConfig {
  readonly functions: readonly string[];
  readonly dialects: readonly string[];
  readonly acceptsNull?: boolean;
  readonly seed: string;
  readonly wholeOutputChars: number;
}

/** The child; there is one from the start on. */
export let bridge: Bridge;

/** Gives the helpers their child; called once, before all else. */
export function useBridge(given: Bridge): void {
  bridge = given;
}

/** The kind of object that a value is; see {@link Bridge.brand}. */
export function brandOf(value: object): Brand {
  return bridge.brand(value) ?? 'plain';
}
