import { expect, it } from 'vitest';

import { describeBackends } from '../support/backends.js';

/** What keeps the event loop alive, of the kinds that a worker or a child process brings. */
const holds = (): number =>
  process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort|Process|Pipe/.test(name))
    .length;

const wait = { python: 'print(wait())', javascript: 'print(await wait())' };

await describeBackends('a session that is idle', (backend) => {
  it('does not keep the host process alive', async () => {
    const before = holds();
    await using session = await backend.open({ functions: { wait: () => Promise.resolve(1) } });
    // What an earlier test left to end may end meanwhile.
    const idle = holds();
    expect(idle).toBeLessThanOrEqual(before);
    const running = session.execute(wait[backend.language]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(holds()).toBeGreaterThan(idle);
    await running;
    expect(holds()).toBeLessThanOrEqual(before);
    await session.set('x', 'a'.repeat(100_000));
    await session.get('x');
    await session.variables();
    await session.snapshot?.().catch(() => undefined);
    expect(holds()).toBeLessThanOrEqual(before);
  });
});
