import { awaitHook, messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import type { Engine } from '../../contract/engine.js';

/**
 * An engine, which may be another author's: no fault of its methods ends the process.
 *
 * @param onFault Called if a frame or an interrupt fails: the guest can no longer be relied on.
 */
export function safeEngine(engine: Engine, onFault: (fault: unknown) => void): Engine {
  const fail = (fault: unknown): void => {
    warn(`An engine of a sandbox failed: ${messageOf(fault)}`);
    onFault(fault);
  };
  const sendFile = engine.sendFile?.bind(engine);
  const snapshot = engine.snapshot?.bind(engine);
  return {
    send(frame) {
      tellHook(engine.send.bind(engine), [frame], fail);
    },
    interrupt(reason) {
      tellHook(engine.interrupt.bind(engine), [reason], fail);
    },
    kill: () =>
      awaitHook(() => engine.kill()).catch((fault: unknown) => {
        warn(`An engine of a sandbox could not be ended: ${messageOf(fault)}`);
      }),
    ...(sendFile && {
      sendFile(frame) {
        tellHook(sendFile, [frame], fail);
      },
    }),
    ...(snapshot && { snapshot: (maxBytes) => awaitHook(() => snapshot(maxBytes)) }),
  };
}
