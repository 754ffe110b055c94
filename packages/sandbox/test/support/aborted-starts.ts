import { beforeAll, expect, it } from 'vitest';

import type { Backend, Child } from '../../src/contract/backend.js';
import { createBackend as createCPython } from '../../src/cpython/backend.js';
import { resolveOptions as resolveCPython } from '../../src/cpython/options.js';
import { planWalled } from '../../src/cpython/plan.js';
import { createSandbox, defaultLimits } from '../../src/index.js';
import { childrenOf } from '../../src/process/old/children-of.js';
import { type ProcessMode, withProcess } from '../../src/process/old/with-process.js';
import { locatePyodide } from '../../src/pyodide/locate.js';
import { pyodideRecipe } from '../../src/pyodide/recipe.js';
import { remoteRecipe as remotePyodide } from '../../src/pyodide/remote-recipe.js';
import { sources as pyodideSources } from '../../src/pyodide/sources.js';
import { createBackend as createQuickJS } from '../../src/quickjs/backend.js';
import { resolveOptions as resolveQuickJS } from '../../src/quickjs/options.js';
import { cacheFolder, openPython } from '../pyodide/support/open-python.js';
import { describeWhere } from './describe-where.js';
import { descendants, waitUntilGone } from './process-tree.js';

const onDiagnostic = (): void => undefined;
const quickjs = (): Backend => createQuickJS(resolveQuickJS({}), onDiagnostic);
const pyodide = (mode: ProcessMode): Backend =>
  childrenOf(
    withProcess(
      pyodideRecipe({
        folder: () => locatePyodide().folder,
        cacheFolder,
        sources: pyodideSources,
        onDiagnostic,
      }),
      remotePyodide({ cacheFolder }, () => undefined),
      { mode, onDiagnostic },
    ),
  );
const cpython = (): Backend =>
  createCPython({
    name: 'cpython',
    isolation: 'process',
    options: resolveCPython({}),
    plan: planWalled,
  });

type NamedBackend = readonly [name: string, create: () => Backend];

/** Backends whose children start each in another way. */
export const usualBackends: readonly NamedBackend[] = [
  ['quickjs', quickjs],
  ['pyodide, none', () => pyodide('none')],
  ['cpython', cpython],
];

/** Those that start in a process shared by sessions. */
export const otherBackends: readonly NamedBackend[] = [
  ['pyodide, shared', () => pyodide('shared')],
  ['pyodide, own', () => pyodide('own')],
];

/** Starts a child. */
async function start(backend: Backend, abortSignal?: AbortSignal): Promise<Child> {
  const child = backend.spawn({
    functions: [],
    dialects: [],
    limits: defaultLimits,
    seed: '',
    onFrame: () => undefined,
    abortSignal,
  });
  await child.ready;
  return child;
}

/** Rounds of the event loop after which a start is aborted: before, while and after a process comes to stand. */
const moments = [0, 1, 3, 10, 100, 1_000];

/** Aborts starts of children of these backends. */
export async function testAbortedStarts(backends: readonly NamedBackend[]): Promise<void> {
  /** Its boot image is made already: what is aborted is the start of a session, and not the boot that comes once in a machine's life. */
  beforeAll(async () => {
    await (await openPython()).close();
  });

  for (const [name, create] of backends) {
    const probe = process.platform === 'linux' ? await createSandbox(create()).probe() : notLinux();
    describeWhere(probe, `${name}: a start that is aborted`, () => {
      it.each(moments)('stops at once, %i rounds on, and leaves nothing', async (rounds) => {
        const backend = create();
        const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
        const abort = new AbortController();
        const reason = new Error('nobody wants it');
        const outcome = start(backend, abort.signal).then(
          (child) => child,
          (error: unknown) => error,
        );
        for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
        abort.abort(reason);
        const came = await outcome;
        // One that stood before is nobody's fault.
        if (came !== reason) await (came as Child).kill();
        if (rounds < 100) expect(came).toBe(reason);
        const left = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
        expect(await waitUntilGone(left)).toEqual([]);
      });

      it('costs another that is being started at the same time nothing', async () => {
        const backend = create();
        const abort = new AbortController();
        const [unwanted, wanted] = [start(backend, abort.signal), start(backend)];
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
