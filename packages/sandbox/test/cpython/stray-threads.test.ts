import { expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { describeWhere } from '../support/describe-where.js';

/** A thread that outlives its cell: it bears every stop, and does `work` over and over once `go` is set. */
const stray = (work: string): string => `import os, struct, threading, time
go, done = False, False
def forge(kind, payload):
  return struct.pack("<BI", kind, len(payload)) + payload
def work():
  global done
  while True:
    try:
      while not go: time.sleep(0.001)
      ${work}
    except BaseException: pass
threading.Thread(target=work, daemon=True).start()`;

const limits = { cellMs: 20_000, graceMs: 250, maxHostCalls: 20 };

describeWhere(await cpython().probe(), 'cpython: threads that outlive their cell', () => {
  it('may write frames of their own, which are the word of their session alone', async () => {
    const [session, neighbour] = await Promise.all([
      cpython().open({ limits }),
      cpython().open({ limits }),
    ]);
    await neighbour.execute('kept = 7');
    await session.execute(
      stray(
        'os.write(3, forge(70, b\'{"kind":"direct"}\\n"forged"\')); done = True; time.sleep(0.01)',
      ),
    );
    const [{ finalOutput, outcome }, beside] = await Promise.all([
      session.execute('go = True\nwhile not done: time.sleep(0.001)'),
      neighbour.execute('import time; time.sleep(0.3); print(kept)'),
    ]);
    // It is the guest's code that says so: of this cell or of an earlier one, the guest is one voice.
    expect([outcome, finalOutput]).toEqual(['final', { type: 'direct', answer: 'forged' }]);
    expect([beside.outcome, beside.stdout, beside.finalOutput]).toEqual(['ok', '7\n', null]);
    await Promise.all([session.close(), neighbour.close()]);
  });

  it('may make calls, which are counted as all calls of their session', async () => {
    let calls = 0;
    const session = await cpython().open({ limits, functions: { ask: () => (calls += 1) } });
    await session.execute(stray('os.write(3, forge(67, b\'{"call":1000000,"name":"ask"}\\n[]\'))'));
    const { outcome } = await session.execute('go = True\ntime.sleep(1)');
    expect(['ok', 'violation', 'timeout']).toContain(outcome);
    expect(calls).toBeLessThanOrEqual(limits.maxHostCalls);
    await session.close();
  });

  it("may read the next cell's frame: the call ends in its time all the same", async () => {
    const session = await cpython().open({ limits: { ...limits, cellMs: 500 } });
    await session.execute('kept = 7');
    await session.execute(`${stray('os.read(3, 4096)')}\ngo = True\ntime.sleep(0.2)`);
    const { outcome } = await session.execute('kept = 8');
    // Whose read comes first decides, and what is left of the frame.
    expect(['ok', 'timeout', 'violation', 'crashed']).toContain(outcome);
    await session.close();
  });

  it('may wait forever: a later cell that catches every stop is stopped, its variables kept', async () => {
    const session = await cpython().open({ limits: { ...limits, cellMs: 500, graceMs: 5_000 } });
    await session.execute(
      'import concurrent.futures\npool = concurrent.futures.ThreadPoolExecutor(1)\npool.submit(int).result()',
    );
    const loop =
      'while True:\n  try:\n    while True: pass\n  except BaseException: kept = id(pool)';
    const { outcome, session: state } = await session.execute(loop);
    expect([outcome, state]).toEqual(['timeout', 'kept']);
    await session.close();
  });
});
