import { readFileSync } from 'node:fs';

/** One conformance vector: an input, what another system gave for it, and what is right where that differs. */
export interface Vector<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
  readonly quirk?: boolean;
  readonly reason?: string;
  readonly better?: unknown;
}

/** The rows of a file in `test/vectors`. */
export function readVectors<Input, Expected>(file: string): readonly Vector<Input, Expected>[] {
  const path = new URL(`../vectors/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Vector<Input, Expected>[];
}
