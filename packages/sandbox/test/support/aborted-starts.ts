import { beforeAll, expect, it } from 'vitest';

import type { Engine, EngineRecipe } from '../../src/contract/engine.js';
import { defaultLimits, type ProcessMode } from '../../src/index.js';
import { resolveOptions } from '../../src/cpython/options.js';
import { planWalled } from '../../src/cpython/plan.js';
import { createRecipe } from '../../src/cpython/recipe.js';
import { withProcess } from '../../src/process/with-process.js';
import { locatePyodide } from '../../src/pyodide/locate.js';
import { pyodideRecipe } from '../../src/pyodide/recipe.js';
import { remoteRecipe as remotePyodide } from '../../src/pyodide/remote-recipe.js';
import { sources as pyodideSources } from '../../src/pyodide/sources.js';
import { createQuickJSRecipe } from '../../src/quickjs/recipe.js';
import { remoteRecipe as remoteQuickJS } from '../../src/quickjs/remote-recipe.js';
import { sources as quickjsSources } from '../../src/quickjs/sources.js';
import { cacheFolder, openPython } from '../pyodide/support/open-python.js';
import { describeWhere } from './describe-where.js';
import { descendants, waitUntilGone } from './process-tree.js';

const onDiagnostic = (): void => undefined;
export const quickjs = (mode: ProcessMode): EngineRecipe =>
  withProcess(
    createQuickJSRecipe({ kind: 'installed' }, quickjsSources),
    remoteQuickJS({ kind: 'installed' }),
    { mode, onDiagnostic },
  );
const pyodide = (mode: ProcessMode): EngineRecipe =>
  withProcess(
    pyodideRecipe({
      folder: () => locatePyodide().folder,
      cacheFolder,
      sources: pyodideSources,
      onDiagnostic,
    }),
    remotePyodide({ cacheFolder }, () => undefined),
    { mode, onDiagnostic },
  );
const cpython = (): EngineRecipe =>
  createRecipe({
    name: 'cpython',
    isolation: 'process',
    options: resolveOptions({}),
    plan: planWalled,
  });

type NamedRecipe = readonly [name: string, create: () => EngineRecipe];

/** Engines that start each in another way. */
export const usualRecipes: readonly NamedRecipe[] = [
  ['quickjs, shared', () => quickjs('shared')],
  ['quickjs, own', () => quickjs('own')],
  ['quickjs, none', () => quickjs('none')],
  ['pyodide, none', () => pyodide('none')],
  ['cpython', cpython],
];

/** Those that start in a process as those of QuickJS do. */
export const otherRecipes: readonly NamedRecipe[] = [
  ['pyodide, shared', () => pyodide('shared')],
  ['pyodide, own', () => pyodide('own')],
];

/** Starts an engine. */
export const start = (recipe: EngineRecipe, abortSignal?: AbortSignal): Promise<Engine> =>
  recipe.start({
    functions: [],
    dialects: [],
    limits: defaultLimits,
    seed: '',
    events: { onFrame: () => undefined, onExit: () => undefined },
    abortSignal,
  });

/** Rounds of the event loop after which a start is aborted: before, while and after a process comes to stand. */
const moments = [0, 1, 3, 10, 100, 1_000];

/** Aborts starts of these recipes. */
export async function testAbortedStarts(recipes: readonly NamedRecipe[]): Promise<void> {
  /** Its boot image is made already: what is aborted is the start of a session, and not the boot that comes once in a machine's life. */
  beforeAll(async () => {
    await (await openPython()).close();
  });

  for (const [name, create] of recipes) {
    const probe = process.platform === 'linux' ? await create().probe() : notLinux();
    describeWhere(probe, `${name}: a start that is aborted`, () => {
      it.each(moments)('stops at once, %i rounds on, and leaves nothing', async (rounds) => {
        const recipe = create();
        const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
        const abort = new AbortController();
        const reason = new Error('nobody wants it');
        const outcome = start(recipe, abort.signal).then(
          (engine) => engine,
          (error: unknown) => error,
        );
        for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
        abort.abort(reason);
        const came = await outcome;
        // One that stood before is nobody's fault.
        if (came !== reason) await (came as Engine).kill();
        if (rounds < 100) expect(came).toBe(reason);
        const left = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
        expect(await waitUntilGone(left)).toEqual([]);
      });

      it('costs another that is being started at the same time nothing', async () => {
        const recipe = create();
        const abort = new AbortController();
        const [unwanted, wanted] = [start(recipe, abort.signal), start(recipe)];
        abort.abort(new Error('nobody wants it'));
        await expect(unwanted).rejects.toThrow('nobody wants it');
        await (await wanted).kill();
      });
    });
  }
}

function notLinux(): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: '/proc is of Linux' };
}
