import { createOutputBuffer } from '@rlm/repl-types/internal';

import type { OutputFrame } from '../../contract/frames.js';

/** Where output goes: frames gather until they are flushed. */
interface OutputSink {
  add(frame: OutputFrame): void;
  flush(): void;
}

/** How long output gathers before it is sent, in milliseconds. */
const gatherMs = 50;

/** The output of one cell: the head is sent as it comes, the tail when the cell ends. */
export interface CellOutput {
  print(stream: 'stdout' | 'stderr', text: string): void;
  /** Sends what has gathered for long enough. */
  tick(): void;
  /** Sends the collected part of the head, before the cell waits. */
  pass(): void;
  /** Sends everything that is still held. */
  finish(): void;
}

/**
 * Makes a {@link CellOutput}; `flush` is called when enough has gathered for a message of its own. A short
 * cell sends its output with its end, in one message.
 */
export function createCellOutput(limit: number, outbox: OutputSink): CellOutput {
  const buffers = { stdout: createOutputBuffer(limit), stderr: createOutputBuffer(limit) };
  const gathered = { stdout: '', stderr: '' };
  let sentAt = performance.now();

  const send = (stream: 'stdout' | 'stderr'): void => {
    if (gathered[stream] === '') return;
    outbox.add({ type: 'output', stream, text: gathered[stream] });
    gathered[stream] = '';
  };
  const tick = (): void => {
    if (gathered.stdout === '' && gathered.stderr === '') return;
    if (performance.now() - sentAt < gatherMs) return;
    send('stdout');
    send('stderr');
    outbox.flush();
    sentAt = performance.now();
  };
  return {
    print(stream, text) {
      gathered[stream] += buffers[stream].add(text);
      tick();
    },
    tick,
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
