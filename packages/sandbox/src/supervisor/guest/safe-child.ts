import { awaitHook, messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import type { Child } from '../../contract/backend.js';

/**
 * A child, which may be another author's: no fault of its methods ends the process. Each is a warning.
 *
 * @param onFault Called if a frame or a stop fails: the child can no longer be relied on.
 */
export function safeChild(child: Child, onFault: (fault: unknown) => void): Child {
  const tell = (fault: unknown): void => {
    warn(`A child of a sandbox failed: ${messageOf(fault)}`);
  };
  const fail = (fault: unknown): void => {
    tell(fault);
    onFault(fault);
  };
  return {
    get takesPieces() {
      return child.takesPieces === true;
    },
    ready: awaitHook(() => child.ready),
    send: (frame) => {
      tellHook(child.send.bind(child), [frame], fail);
    },
    stop: () => {
      tellHook(child.stop.bind(child), [], fail);
    },
    kill: () => awaitHook(() => child.kill()).catch(tell),
    exited: awaitHook(() => child.exited).catch((fault: unknown) => ({
      kind: 'crashed',
      reason: messageOf(fault),
    })),
  };
}
