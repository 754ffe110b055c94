import { readFileSync } from 'node:fs';

/** One row of a vector file. */
export interface Vector<Input, Output> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Output;
  readonly expected_head?: Output;
  readonly better?: unknown;
  readonly prefer?: 'seed' | 'head' | 'better' | 'open';
  readonly quirk?: boolean;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** The rows of a file below test/vectors. */
export function readVectors<Input, Output>(file: string): readonly Vector<Input, Output>[] {
  const url = new URL(`../vectors/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { vectors: Vector<Input, Output>[] }).vectors;
}

/** What the row's `prefer` says to follow. */
export function preferred<Output>(row: Vector<unknown, Output>): Output {
  return row.prefer === 'head' && row.expected_head !== undefined
    ? row.expected_head
    : row.expected;
}
