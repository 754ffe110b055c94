import { readFileSync } from 'node:fs';

/** One row of a conformance suite (see the project's vectors). */
export interface Vector<Input, Output> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Output;
  readonly better?: Output;
  readonly quirk?: boolean;
  readonly tags?: readonly string[];
}

/** Reads a suite of rows, as it was delivered. */
export function readVectors<Input, Output>(suite: string): Vector<Input, Output>[] {
  const file = new URL(`vectors/${suite}.json`, import.meta.url);
  const json = JSON.parse(readFileSync(file, 'utf8')) as
    | Vector<Input, Output>[]
    | { vectors: Vector<Input, Output>[] };
  return Array.isArray(json) ? json : json.vectors;
}

/** What a row asks of us. */
export function wanted<Output>(row: Vector<unknown, Output>): Output {
  if (row.better === undefined) return row.expected;
  return row.better;
}
