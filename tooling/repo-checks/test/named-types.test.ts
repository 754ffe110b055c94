import { expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { unnamedTypes } from './unnamed-types.js';
import { packages } from './workspace.js';

// Who keeps the result of a function, or writes a helper around one, must be able to name its type: with `declaration: true` the
// compiler insists. Export the type (`export type`) from the entry that it belongs to, or leave it out of the signature.
it('a public entry exports every type that a public signature names', () => {
  const unnamed = unnamedTypes(exportsOf(packages));
  const lines = unnamed.map(({ name, file, way }) => `${name} (${file}): ${way.join(' -> ')}`);
  expect(lines.sort()).toEqual([]);
});
