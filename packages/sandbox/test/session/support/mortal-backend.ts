import type { Backend, ChildExit } from '../../../src/index.js';

/**
 * A backend without snapshots, whose cell `die` ends its child: the session then comes back by running its cells again, in a
 * real interpreter.
 */
export function mortalBackend(backend: Backend): Backend {
  return {
    ...backend,
    capabilities: { ...backend.capabilities, snapshot: false },
    spawn(options) {
      const child = backend.spawn(options);
      let die: (exit: ChildExit) => void = () => undefined;
      const died = new Promise<ChildExit>((resolve) => (die = resolve));
      return {
        ready: child.ready,
        send(frame) {
          if (frame.type !== 'execute' || frame.code !== 'die') child.send(frame);
          else die({ kind: 'crashed', reason: 'it died' });
        },
        stop: () => {
          child.stop();
        },
        kill: () => child.kill(),
        exited: Promise.race([died, child.exited]),
      };
    },
  };
}
