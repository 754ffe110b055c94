import { readdir, readFile, readlink } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { describeBackends } from '../support/backends.js';
import { beginCell } from '../support/begin-cell.js';
import { childOf } from '../support/child-of.js';
import { waitUntilGone } from '../support/process-tree.js';

const cells = {
  python: {
    spoil: `secret = "sesame"
import builtins, json, os
builtins.len = lambda value: 99
json.loads = lambda text: "spoilt"
os.environ["MARK"] = "mine"
try:
    open("/tmp/mark", "w").write("mine")
except OSError:
    pass`,
    look: `import json, os
print("secret" in globals(), len([1]), json.loads("2"), os.environ.get("MARK"), os.path.exists("/tmp/mark"))`,
    sees: 'False 1 2 None False\n',
    ask: 'print(kept, ask())',
    endless: 'print("on")\nwhile True:\n    pass',
    fill: 'print("on")\nheld = []\nwhile True:\n    held.append("x" * 1000 + str(id(held)))',
  },
  javascript: {
    spoil: `var secret = "sesame"
Object.prototype.mark = "mine"
Array.prototype.map = () => ["spoilt"]
JSON.parse = () => "spoilt"`,
    look: 'print(typeof secret, ({}).mark, [1].map((x) => x + 1)[0], JSON.parse("2"))',
    sees: 'undefined undefined 2 2\n',
    ask: 'print(kept, await ask())',
    endless: 'print("on"); for (;;);',
    fill: 'print("on"); const held = []; for (;;) held.push("x".repeat(1000) + held.length)',
  },
};

/** What the descriptors of a process lead to. */
async function targetsOf(pid: number): Promise<readonly string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
}

/** Pipes, sockets and writable shared memory of a process: what it could reach another by. */
async function channelsOf(pid: number): Promise<readonly string[]> {
  const targets = await targetsOf(pid);
  const maps = (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n');
  const shared = maps.filter((line) => /^\S+ .ws/.test(line) || /^\S+ .w.s/.test(line));
  return [
    ...targets.filter((target) => /^(?:pipe|socket):|memfd|deleted/.test(target)),
    ...shared.map((line) => line.split(/\s+/).slice(3, 6).join(' ')),
  ];
}

await describeBackends(
  'two sessions that are open at once',
  (backend: SandboxBackend) => {
    const code = cells[backend.language];
    let one: SandboxSession;
    let other: SandboxSession;
    let asked = 0;
    beforeAll(async () => {
      process.env['RLM_TEST_SECRET'] = 'sesame of the host';
      const functions = { ask: () => (asked += 1) };
      one = await backend.open({ limits: { memoryBytes: 128 * 1024 * 1024, graceMs: 3_000 } });
      other = await backend.open({ functions });
      await other.set('kept', 7);
    });
    afterAll(async () => {
      delete process.env['RLM_TEST_SECRET'];
      await Promise.all([one.close(), other.close()]);
    });

    it('see no variable, file, environment or changed function of each other', async () => {
      expect((await one.execute(code.spoil)).error).toBeUndefined();
      expect((await other.execute(code.look)).stdout).toBe(code.sees);
    });

    it('share no process, descriptor or memory, and have no environment or open file of the host', async () => {
      const children = [await childOf(one), await childOf(other)];
      expect(children[0]?.pid).not.toBe(children[1]?.pid);
      const [first, second] = await Promise.all(children.map(({ pid }) => channelsOf(pid)));
      // What whoever started the host left open in it is in every process below.
      const ofHost = await channelsOf(process.pid);
      const own = first?.filter((channel) => !ofHost.includes(channel)) ?? [];
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((channel) => second?.includes(channel))).toEqual([]);
      for (const { pid } of children) {
        expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('sesame');
        // Pipes are told apart above, and so is the file, without a name, that tells of stops. No file of the host is open but the
        // snapshot from which all sessions of pyodide() start, to read.
        const files = (await targetsOf(pid)).filter((target) => !/^\w+:|^$/.test(target));
        const known =
          /^(?:\/dev\/null|\/|\S+\/rlm-[\w-]+ \(deleted\)|\S+\/python-314\S+\.snapshot)$/;
        expect(files.filter((file) => !known.test(file))).toEqual([]);
      }
    });

    it('do not wait for each other, and one that ends costs the other nothing', async () => {
      const { pid } = await childOf(other);
      const expectUnmoved = async (): Promise<void> => {
        const { stdout, outcome, session } = await other.execute(code.ask);
        expect([stdout, outcome, session]).toEqual([`7 ${asked}\n`, 'ok', 'kept']);
      };
      const controller = new AbortController();
      const endless = await beginCell(one, code.endless, controller.signal);
      await expectUnmoved();
      controller.abort();
      expect((await endless.running).outcome).toBe('aborted');

      const full = await beginCell(one, code.fill);
      await expectUnmoved();
      expect((await full.running).success).toBe(false);

      const child = await childOf(one);
      process.kill(child.pid, 'SIGKILL');
      await expectUnmoved();
      expect(await waitUntilGone([child])).toEqual([]);
      expect((await one.execute('1')).outcome).toBe('ok');
      expect((await childOf(other)).pid).toBe(pid);
      expect(asked).toBe(3);
    });
  },
  'linux',
);
