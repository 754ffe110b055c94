import type { ErrorMatcher } from './error-with.js';

/** Calls a function with anything: what a program without types may give. */
export type OptionsCall = (options: never) => unknown;

/**
 * Options that are wrong, each with the option that the error names, and the facts of its message: the value that was
 * found (`got 5`), or the names to use instead. The rest of the sentence is not compared.
 */
export type WrongOptions = readonly (readonly [
  given: object,
  option: string,
  ...facts: readonly string[],
])[];

/** What every loop refuses of the settings of model calls, and of settings in a wrong place. */
export const wrongSettings: WrongOptions;

/** Matches an `InvalidOptionError` for an option whose message has these facts, as in `toThrow(invalidOption('limits', 'got 5'))`. */
export function invalidOption(option: string, ...facts: readonly (string | RegExp)[]): ErrorMatcher;

/** A class of errors. */
export interface ErrorType {
  isInstance(value: unknown): value is Error;
}

/** A function with options, and what its options may be. */
export interface OptionsEntry {
  readonly call: OptionsCall;
  readonly right: object;
  /** Each is laid over `right`. */
  readonly wrong: WrongOptions;
  /** What is no object and yet no mistake here, such as null. */
  readonly takes?: readonly unknown[];
  /** Where it is not the package's usual one. */
  readonly error?: ErrorType;
}

/** See options-suite.js; `details` is what a refusal of what is no object has beside its message. */
export function testOptions(
  entries: Readonly<Record<string, OptionsEntry>>,
  Refusal: ErrorType,
  details?: object,
): void;
