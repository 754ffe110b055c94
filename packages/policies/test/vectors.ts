import { readFileSync } from 'node:fs';

/** The rows of a file of vectors; both layouts, a plain list and a suite. */
export function readVectors(name: string): readonly unknown[] {
  const url = new URL(`vectors/${name}.json`, import.meta.url);
  const data = JSON.parse(readFileSync(url, 'utf8')) as
    | readonly unknown[]
    | { readonly vectors: readonly unknown[] };
  return 'vectors' in data ? data.vectors : data;
}
