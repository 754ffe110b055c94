import { findCommand } from '../cpython/process/find-command.js';
import { locateWorker, peerPackage } from './locate.js';
import type { MontyOptions } from './options.js';
import type { WorkerCommand } from './start-engine.js';

/** The command of a worker, or why there is none here. */
export type PlannedWorker =
  | { readonly ok: true; readonly command: WorkerCommand }
  | { readonly ok: false; readonly reason: string; readonly hint: string };

/**
 * Finds the worker. Where `setpriv` exists (util-linux), it makes the kernel end the worker with its parent; a
 * worker without it ends when its input is closed, or when the session's time is used up.
 */
export async function planWorker(options: MontyOptions): Promise<PlannedWorker> {
  const path = options.worker ?? locateWorker();
  const hint = `npm install ${peerPackage}, or use pyodide()`;
  if (path === undefined) {
    return { ok: false, reason: `${peerPackage} is not installed`, hint };
  }
  const worker = await findCommand(path);
  if (worker === undefined) return { ok: false, reason: `${path} cannot be executed`, hint };
  const setpriv = process.platform === 'linux' ? await findCommand('setpriv') : undefined;
  if (setpriv === undefined)
    return { ok: true, command: { command: worker, args: ['subprocess'] } };
  const args = ['--pdeathsig', 'KILL', '--no-new-privs', '--', worker, 'subprocess'];
  return { ok: true, command: { command: setpriv, args } };
}
