import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { placedBackend } from '../../src/process/placed-backend.js';
import { withProcess } from '../../src/process/with-process.js';
import { createQuickJSRecipe } from '../../src/quickjs/recipe.js';
import { remoteRecipe } from '../../src/quickjs/remote-recipe.js';
import { sources } from '../../src/quickjs/sources.js';
import { enginesSince } from '../support/dying-processes.js';
import { sessionsOfFile } from '../support/open-sessions.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const linux = process.platform === 'linux';
const title = (what: string): string => (linux ? what : `${what} (skipped: /proc is of Linux)`);

const openOn = sessionsOfFile();
const installed = { kind: 'installed' } as const;
const sessions = () => import('../../src/supervisor/open-session.js');
const recipe = () =>
  withProcess(createQuickJSRecipe(installed, sources), remoteRecipe(installed), {
    mode: undefined,
    onDiagnostic: () => undefined,
  });

describe('the process of a session', () => {
  const prepare = vi.fn();
  const backend = placedBackend({ ...createQuickJSRecipe(installed, sources), prepare }, sessions);

  beforeEach(() => {
    prepare.mockClear();
  });

  it('begins to start as soon as the options are checked', async () => {
    const { abortSignal } = { abortSignal: new AbortController().signal };
    const session = await openOn(backend, { abortSignal });
    expect(prepare.mock.calls).toEqual([[abortSignal]]);
    expect(await session.execute('print(1 + 1)')).toMatchObject({ stdout: '2\n' });
  });

  it('does not start for options that are refused', async () => {
    const bytes = new Uint8Array(1);
    const snapshot = { backend: 'quickjs', build: 'another', cells: 0, bytes, sha256: '' };
    const wrong = [{ limits: { cellMs: -1 } }, { abortSignal: AbortSignal.abort() }, { snapshot }];
    for (const options of wrong) await expect(backend.open(options)).rejects.toThrow();
    expect(prepare).not.toHaveBeenCalled();
  });
});

describe.skipIf(!linux)(title('a process that was prepared'), () => {
  let before: Awaited<ReturnType<typeof descendants>>;

  beforeEach(async () => {
    before = await descendants(process.pid);
  });

  afterEach(async () => {
    expect(await waitUntilGone(await enginesSince(before))).toEqual([]);
  });

  it('is that of the session', async () => {
    const session = await openOn(placedBackend(recipe(), sessions));
    expect(await enginesSince(before)).toHaveLength(1);
    await session.close();
  });

  it('ends if no session comes', async () => {
    const placed = recipe();
    placed.prepare?.(undefined);
    // It is ready then: there is a build.
    await placed.build?.();
    expect(await enginesSince(before)).toHaveLength(1);
  });

  it('ends if the code for sessions cannot be loaded', async () => {
    const broken = placedBackend(recipe(), () => Promise.reject(new Error('no file')));
    await expect(broken.open()).rejects.toThrow('no file');
  });

  it('ends if it is no longer wanted', async () => {
    const abort = new AbortController();
    recipe().prepare?.(abort.signal);
    abort.abort();
    expect(await waitUntilGone(await enginesSince(before))).toEqual([]);
  });
});
