import { findCommand } from '../cpython/process/find-command.js';
import { unavailable } from '../host/unavailable.js';
import { locateWorker } from './locate.js';
import type { MontyOptions } from './options.js';
import type { WorkerCommand } from './start-engine.js';

/**
 * The command that starts the worker. Where `setpriv` exists (util-linux), it makes the kernel end the worker with its
 * parent; a worker without it ends when its input is closed, or when the session's time is used up.
 *
 * @throws SandboxError `backend_unavailable` where there is no worker
 */
export async function planWorker(options: MontyOptions): Promise<WorkerCommand> {
  const path = options.worker ?? locateWorker();
  const worker = await findCommand(path);
  if (worker === undefined) {
    const hint = 'it must be there, and its mode must allow that (a copy must keep the mode)';
    throw unavailable(`monty() cannot execute ${path}`, hint);
  }
  const setpriv = process.platform === 'linux' ? await findCommand('setpriv') : undefined;
  if (setpriv === undefined) return { command: worker, args: ['subprocess'] };
  const args = ['--pdeathsig', 'KILL', '--no-new-privs', '--', worker, 'subprocess'];
  return { command: setpriv, args };
}
