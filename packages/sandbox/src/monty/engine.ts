import { describeExit } from '../os/describe-exit.js';
import type { Engine, EngineExit } from '../contract/engine.js';
import type { HostFrame } from '../contract/frames.js';
import { dump } from './protocol/requests.js';
import { type MontyWorker, WorkerGone } from './protocol/worker.js';
import type { CellOutput } from './session/cell-output.js';
import { execute } from './session/execute.js';
import { packSnapshot } from './session/memory.js';
import { serve } from './session/serve.js';
import type { Session } from './session/session.js';

/** The current destination of the worker's prints. */
export interface OutputSlot {
  current: CellOutput | undefined;
}

/** An engine over one session of a worker. The worker suspends at calls only, so only there can a cell be stopped. */
export function createMontyEngine(session: Session, slot: OutputSlot): Engine {
  const { worker, start } = session;
  let fault: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isRunning = false;

  const enqueue = (work: () => Promise<void>): void => {
    queue = queue.then(work).catch((error: unknown) => {
      if (error instanceof WorkerGone) return;
      fault = String(error);
      void worker.kill();
    });
  };
  const run = async (frame: Extract<HostFrame, { readonly type: 'execute' }>): Promise<void> => {
    isRunning = true;
    try {
      await execute(session, frame, (output) => {
        slot.current = output;
      });
    } finally {
      isRunning = false;
    }
  };
  void worker.exit.then((exit) => {
    session.settle(undefined);
    start.events.onExit(exitOf(worker, describeExit(exit), fault));
  });

  return {
    send(frame) {
      if (frame.type === 'result') session.settle(frame.outcome);
      else if (frame.type === 'execute') enqueue(() => run(frame));
      else enqueue(() => serve(session, frame));
    },
    interrupt() {
      if (isRunning) session.stop();
    },
    async snapshot() {
      const event = await worker.request(dump);
      if (event.kind !== 'dump') throw new WorkerGone('the worker gave no dump');
      return packSnapshot(session.memory, event.state);
    },
    kill: () => worker.kill(),
  };
}

function exitOf(worker: MontyWorker, exit: EngineExit, fault: string | undefined): EngineExit {
  const violation = worker.violation();
  if (violation !== undefined) return { kind: 'violation', reason: violation };
  return fault === undefined ? exit : { kind: 'crashed', reason: fault };
}
