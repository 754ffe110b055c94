import { createOutputBuffer } from '@rlm/repl-types/internal';

import type { OutputFrame } from '../../contract/frames.js';

/** Where output goes: frames gather until they are flushed. */
interface OutputSink {
  add(frame: OutputFrame): void;
  flush(): void;
}

/** The output of one cell: the head is sent as it comes, the tail when the cell ends. */
export interface CellOutput {
  print(stream: 'stdout' | 'stderr', text: string): void;
  /** Sends the collected part of the head, before the cell waits. */
  pass(): void;
  /** Sends everything that is still held. */
  finish(): void;
}

/** Makes a {@link CellOutput}; `flush` is called when enough has gathered for a message of its own. */
export function createCellOutput(limit: number, outbox: OutputSink): CellOutput {
  const buffers = { stdout: createOutputBuffer(limit), stderr: createOutputBuffer(limit) };
  const gathered = { stdout: '', stderr: '' };
  // The first output is sent at once: the next may take long.
  let sentAt = -Infinity;

  const send = (stream: 'stdout' | 'stderr'): void => {
    if (gathered[stream] === '') return;
    outbox.add({ type: 'output', stream, text: gathered[stream] });
    gathered[stream] = '';
  };
  return {
    print(stream, text) {
      const head = buffers[stream].add(text);
      if (head === '') return;
      gathered[stream] += head;
      if (performance.now() - sentAt < 50) return;
      send(stream);
      outbox.flush();
      sentAt = performance.now();
    },
    pass() {
      send('stdout');
      send('stderr');
      sentAt = performance.now();
    },
    finish() {
      for (const stream of ['stdout', 'stderr'] as const) {
        send(stream);
        const { text, dropped } = buffers[stream].rest();
        if (text !== '' || dropped > 0) outbox.add({ type: 'output', stream, text, dropped });
      }
    },
  };
}
