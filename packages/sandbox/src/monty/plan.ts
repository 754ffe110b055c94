import { findCommand } from '../os/find-command.js';
import { unavailable } from '../host/unavailable.js';
import { locateWorker } from './locate.js';
import type { MontyOptions } from './options.js';
import type { GuestCommand } from '../os/guest-process.js';

/** The worker, and how it is started without isolation. */
export interface WorkerPlan {
  readonly worker: GuestCommand;
  /**
   * If `setpriv` exists (util-linux), it makes the kernel end the worker with its parent; a worker without it ends when its input
   * is closed, or when the session's time is used up.
   */
  readonly plain: GuestCommand;
}

/**
 * How to start the worker here.
 *
 * @throws SandboxError `backend_unavailable` if there is no worker
 */
export function planWorker(options: MontyOptions): WorkerPlan {
  const path = options.worker ?? locateWorker();
  const worker = findCommand(path);
  if (worker === undefined) {
    const hint = 'it must be there, and its mode must allow that (a copy must keep the mode)';
    throw unavailable(`monty() cannot execute ${path}`, hint);
  }
  const guest = { command: worker, args: ['subprocess'], env: {}, sockets: 0, pipesStdio: true };
  const setpriv = process.platform === 'linux' ? findCommand('setpriv') : undefined;
  if (setpriv === undefined) return { worker: guest, plain: guest };
  const args = ['--pdeathsig', 'KILL', '--no-new-privs', '--', worker, ...guest.args];
  return { worker: guest, plain: { ...guest, command: setpriv, args } };
}
