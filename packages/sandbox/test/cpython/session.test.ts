import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { cpython, unsafeCpython } from '../../src/cpython/index.js';
import { describeWhere } from '../support/describe-where.js';

const backend = cpython();
const probe = await backend.probe();
const python = await unsafeCpython().probe();

describeWhere(probe, 'cpython: sessions', () => {
  let session: SandboxSession;
  const out = async (code: string): Promise<string> => {
    const { stdout, error } = await session.execute(code);
    return error === undefined ? stdout : `${stdout}!${error.type}: ${error.message}`;
  };

  beforeAll(async () => {
    session = await backend.open({
      functions: { llm_query: (prompt: string) => Promise.resolve(`re:${prompt}`) },
      seed: 'fixed',
      now: () => Date.UTC(2020, 1, 3, 4, 5, 6),
    });
  });
  afterAll(() => session.close());

  it('has threads, whose host calls are answered one after the other', async () => {
    expect(
      await out(
        'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n  print(list(pool.map(llm_query, "abc")))',
      ),
    ).toBe("['re:a', 're:b', 're:c']\n");
  });

  it('stops threads that a cell left behind', async () => {
    await session.execute(
      'import threading\ndef spin():\n  while True: pass\nstray = threading.Thread(target=spin, daemon=True)\nstray.start()',
    );
    const waits = 'import time\nwhile stray.is_alive(): time.sleep(0.001)\nprint("stopped")';
    expect(await out(waits)).toBe('stopped\n');
  });

  it('gives threads of an earlier cell no voice in this one', async () => {
    const stubborn =
      'import threading, time\ndef shout():\n  while True:\n    try:\n      time.sleep(0.001)\n      if go: FINAL("from a thread")\n    except BaseException as e: said.add(str(e))\ngo, said = False, set()\nthreading.Thread(target=shout, daemon=True).start()';
    await session.execute(stubborn);
    const { outcome, finalOutput } = await session.execute(
      // The exception that stops a thread has no text, and may come first.
      'go = True\nwhile not any(said): time.sleep(0.001)',
    );
    expect([outcome, finalOutput]).toEqual(['ok', null]);
    expect(await out('go = False\nprint(said)')).toContain('has ended');
  });

  it('calls native code', async () => {
    expect(await out('import ctypes\nprint(ctypes.CDLL(None).abs(-3))')).toBe('3\n');
  });

  it('shows the pinned clock in all of Python’s own clocks', async () => {
    expect(
      await out(
        'import time, datetime\nprint(datetime.datetime.now(), datetime.date.today(), time.strftime("%H:%M"), time.time())\nprint(isinstance(datetime.datetime.now(), datetime.date))',
      ),
    ).toBe('2020-02-03 04:05:06 2020-02-03 04:05 1580702706.0\nTrue\n');
  });

  it('gives the same random numbers for the same seed, entropy and hashes included', async () => {
    const code =
      'import random, uuid, os\nprint(random.random(), uuid.uuid4(), os.urandom(4), list({"a", "b", "c"}), hash("x"))';
    const open = async (seed: string): Promise<string> => {
      const other = await backend.open({ seed });
      const { stdout } = await other.execute(code);
      await other.close();
      return stdout;
    };
    const [one, again, different] = await Promise.all([open('a'), open('a'), open('b')]);
    expect(one).toBe(again);
    expect(one).not.toBe(different);
  });

  it('stops at FINAL even where the code swallows everything, and runs nothing after it', async () => {
    const result = await session.execute(
      'ran = []\ndef f():\n  for i in range(1000000):\n    try:\n      FINAL(i)\n    except BaseException:\n      pass\n    finally:\n      ran.append(i)\nf()\nran.append("end")',
    );
    expect(result.finalOutput).toEqual({ type: 'direct', answer: 0 });
    expect(await session.get('ran')).toEqual([]);
  });

  it('tells of all variables after FINAL: the stop of the code stops nothing of that', async () => {
    const names = 'abcdefghijklmnopqrstuvwxyz';
    await session.execute(
      `import asyncio\nasync def wait():\n  pass\ntasks = {asyncio.ensure_future(wait())}\nfor name in "${names}":\n  globals()[name] = [1] * 50`,
    );
    for (let time = 0; time < 40; time += 1) {
      const { locals } = (await session.execute('FINAL(1)')) as { locals: Record<string, unknown> };
      for (const name of names) expect(locals[name]).toEqual(Array(50).fill(1));
    }
  });

  it('leaves no half of a module whose import it stops', async () => {
    const code = `import importlib.util, sys
class Endless:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name == "endless" else None
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        while True:
            pass
sys.meta_path.append(Endless())
import endless`;
    const { outcome, session: state } = await session.execute(code, { timeoutMs: 200 });
    expect([outcome, state]).toEqual(['timeout', 'kept']);
    expect((await session.execute('"endless" in sys.modules')).value).toBe('False');
  });

  it('says which module is missing, and that nothing can be installed', async () => {
    const { error } = await session.execute('import no_such_package');
    expect(error?.type).toBe('ModuleNotFoundError');
    expect(error?.message).toMatch(/'no_such_package'.*\binstalled\b/);
  });
});

describe('cpython', () => {
  it('refuses to start, and says why, where a wall is missing', async () => {
    const without = cpython({ bubblewrap: '/nowhere/bwrap' });
    expect(await without.probe()).toMatchObject({ ok: false });
    await expect(without.open()).rejects.toMatchObject({ code: 'backend_unavailable' });
  });

  const noPython = python.ok ? '' : ` (skipped: ${python.reason})`;
  it.skipIf(!python.ok)(`refuses a bubblewrap that builds no wall${noPython}`, async () => {
    const fake = cpython({ bubblewrap: '/bin/true' });
    expect((await fake.probe()).ok).toBe(false);
    await expect(fake.open()).rejects.toThrow(/could not start/);
  });

  it.skipIf(process.platform === 'win32').each([
    ['is killed', 'kill -9 $$', 'was ended by SIGKILL'],
    ['fails', 'echo "no way" >&2; echo more >&2; exit 7', 'exited with code 7: no way'],
    ['says nothing that is known', 'echo "{"', 'cannot be used'],
  ])(
    'says of an interpreter that %s how it ended, not what it was asked',
    async (_, end, found) => {
      const folder = await mkdtemp(join(tmpdir(), 'rlm-python-'));
      const python = join(folder, 'python');
      const launch = `case "$3" in *"print(sys.executable)") echo "$0"; exit;; esac`;
      await writeFile(python, `#!/bin/sh\n${launch}\n${end}\n`);
      await chmod(python, 0o755);
      const backend = unsafeCpython({ python });
      const error: unknown = await backend.open().catch((thrown: unknown) => thrown);
      await rm(folder, { recursive: true });
      expect(error).toMatchObject({ code: 'backend_unavailable' });
      const { message } = error as Error;
      expect(message).toContain(python);
      expect(message).toContain(found);
      expect(message).not.toMatch(/\n|import /);
    },
  );

  it.skipIf(process.platform === 'win32')('says so of a program that is no Python', async () => {
    expect(await unsafeCpython({ python: '/bin/echo' }).probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^\/bin\/echo cannot be used: it does not say/) as string,
    });
  });

  it('is not enough where wasm is required, and the unsafe one is enough for nothing', async () => {
    await expect(async () => cpython().open({ require: 'wasm' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
    await expect(async () => unsafeCpython().open({ require: 'process' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });
});
