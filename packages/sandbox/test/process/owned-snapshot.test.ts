import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import type { EngineRecipe } from '../../src/contract/engine.js';
import { locatePyodide } from '../../src/pyodide/locate.js';
import { pyodideRecipe } from '../../src/pyodide/recipe.js';
import { sources as pyodideSources } from '../../src/pyodide/sources.js';
import { createQuickJSRecipe } from '../../src/quickjs/recipe.js';
import { sources as quickjsSources } from '../../src/quickjs/sources.js';
import { cacheFolder } from '../pyodide/support/open-python.js';

const recipes: readonly (readonly [name: string, create: () => EngineRecipe])[] = [
  ['quickjs', () => createQuickJSRecipe({ kind: 'installed' }, quickjsSources)],
  [
    'pyodide',
    () =>
      pyodideRecipe({
        folder: () => locatePyodide().folder,
        cacheFolder,
        sources: pyodideSources,
        onDiagnostic: () => undefined,
      }),
  ],
];

describe.each(recipes)('a snapshot from which %s starts', (_name, create) => {
  it('is moved where nobody else reads it, else copied', async () => {
    const recipe = create();
    const events = { onFrame: () => undefined, onExit: () => undefined };
    const start = { functions: [], dialects: [], limits: defaultLimits, seed: 'a seed', events };
    const first = await recipe.start(start);
    const snapshot = await first.snapshot?.(Infinity);
    await first.kill();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const { length } = snapshot;

    const copied = await recipe.start({ ...start, snapshot });
    expect(await copied.snapshot?.(Infinity)).toBeInstanceOf(Uint8Array);
    await copied.kill();
    expect(snapshot).toHaveLength(length);

    const moved = await recipe.start({ ...start, snapshot, ownsSnapshot: true });
    expect(await moved.snapshot?.(Infinity)).toBeInstanceOf(Uint8Array);
    await moved.kill();
    expect(snapshot).toHaveLength(0);
  });
});
