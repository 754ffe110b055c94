/** Calls a function with anything: what a program without types may give. */
export type OptionsCall = (options: never) => unknown;

/** Options that are wrong, each with what the error says of it. */
export type WrongOptions = readonly (readonly [given: object, message: string])[];

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
