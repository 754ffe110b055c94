/** A value that no JSON text holds, and what a walk is to say of it. */
export interface HostileData {
  readonly name: string;
  readonly make: () => unknown;
  readonly fault: string;
  /** Where in the value the fault is. */
  readonly path: readonly (string | number)[];
  /** The message about a value that is called `value`. */
  readonly says: RegExp;
}

/** One of each kind: circles, depth, what throws when it is read, what is no data. */
export declare const hostileData: readonly HostileData[];

/** What an error says of such a value that it calls `name`, which is part of a regular expression: `task\\.context`. */
export declare function saysOf(hostile: HostileData, name: string): RegExp;
