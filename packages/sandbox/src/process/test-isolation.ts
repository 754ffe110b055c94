/// <reference path="../inline.d.ts" />
import script from 'inline:./test-program.ts';
import { untilExpired } from '@rlm/repl-types/internal';

import { describeExit } from '../os/describe-exit.js';
import { startProcess } from '../os/guest-process.js';
import { unavailable } from '../host/unavailable.js';
import { whyNoProcess } from './command.js';
import { isolateGuest, type IsolatedGuest } from './isolate-guest.js';
import { requireNoHoles } from './require-no-holes.js';

/** How long the test may take: ten times what a busy computer needs. */
const testMs = 30_000;

/**
 * Tests that passed, by the command that isolates. This is a memo, not state: the same command always gives the same
 * answer, after the start of a Node.js, so all backends of this process share it.
 */
const passed = new Map<string, Promise<void>>();

/**
 * Tests the isolation of bubblewrap here, with a Node.js program in place of one that cannot test it itself. Runtimes
 * that cannot start Node.js pass without a test.
 *
 * @throws SandboxError `backend_unavailable` with the holes
 */
export async function testIsolation(): Promise<void> {
  if (whyNoProcess() !== undefined) return;
  const args = ['-e', script];
  const guest = { command: process.execPath, args, env: {}, sockets: 1 };
  const isolated = isolateGuest(guest, []);
  const { command } = isolated.guest;
  let test = passed.get(command);
  if (test === undefined) {
    test = run(isolated);
    passed.set(command, test);
    test.catch(() => passed.delete(command));
  }
  return test;
}

async function run({ guest, filter, outside }: IsolatedGuest) {
  const started = startProcess({
    ...guest,
    args: [...guest.args, JSON.stringify(await outside())],
  });
  const [said, filterSocket] = started.sockets;
  filterSocket?.end(filter());
  let text = '';
  said?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const exit = await untilExpired(started.exit, testMs, () => {
    void started.kill();
    return started.exit;
  });
  if (exit.code !== 0) {
    throw unavailable(`bubblewrap did not start (${describeExit(exit).reason})`, namespacesHint);
  }
  requireNoHoles(parse(text));
}

const namespacesHint = 'allow user namespaces, which containers and some systems forbid';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
