import { awaitHook, messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import type { Engine } from '../../contract/engine.js';

/**
 * An engine, which may be another author's: no fault of its methods ends the process. Each is a warning.
 *
 * @param onFault Called if a frame or an interrupt fails: the guest can no longer be relied on.
 */
export function safeEngine(engine: Engine, onFault: (fault: unknown) => void): Engine {
  const tell = (fault: unknown): void => {
    warn(`An engine of a sandbox failed: ${messageOf(fault)}`);
  };
  const fail = (fault: unknown): void => {
    tell(fault);
    onFault(fault);
  };
  const calling =
    <Given>(method: (given: Given) => void) =>
    (given: Given): void => {
      tellHook(method, [given], fail);
    };
  const sendFile = engine.sendFile?.bind(engine);
  const snapshot = engine.snapshot?.bind(engine);
  return {
    send: calling(engine.send.bind(engine)),
    interrupt: calling(engine.interrupt.bind(engine)),
    kill: () => awaitHook(() => engine.kill()).catch(tell),
    sendFile: sendFile && calling(sendFile),
    snapshot: snapshot && ((maxBytes) => awaitHook(() => snapshot(maxBytes))),
  };
}
