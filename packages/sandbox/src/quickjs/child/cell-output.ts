import { createOutputBuffer } from '@rlm/repl-types/internal';

import { sendFrame } from '../../process/inside/frames.js';
import { flush } from '../../process/inside/pipe.js';

const streams = ['stdout', 'stderr'] as const;

/** How long output gathers before it is sent, in milliseconds: a short cell sends all with its end. */
const gatherMs = 50;

/** The output of one cell, at most `limit` characters of each stream: the head is sent as it comes, the tail when the cell ends. */
export class CellOutput {
  readonly #buffers;
  readonly #gathered = { stdout: '', stderr: '' };
  #sentAt = Date.now();

  constructor(limit: number) {
    this.#buffers = { stdout: createOutputBuffer(limit), stderr: createOutputBuffer(limit) };
  }

  print(stream: 'stdout' | 'stderr', text: string): void {
    this.#gathered[stream] += this.#buffers[stream].add(text);
    this.tick();
  }

  /** Sends what has gathered for long enough. */
  tick(): void {
    const isEmpty = this.#gathered.stdout === '' && this.#gathered.stderr === '';
    if (isEmpty || Math.abs(Date.now() - this.#sentAt) < gatherMs) return;
    this.pass();
    flush();
  }

  /** Writes the collected part of the head, before the cell waits. */
  pass(): void {
    for (const stream of streams) {
      const text = this.#gathered[stream];
      if (text === '') continue;
      sendFrame({ type: 'output', stream, text });
      this.#gathered[stream] = '';
    }
    this.#sentAt = Date.now();
  }

  /** Writes everything that is still held. */
  finish(): void {
    this.pass();
    for (const stream of streams) {
      const { text, dropped } = this.#buffers[stream].rest();
      if (text !== '' || dropped > 0) sendFrame({ type: 'output', stream, text, dropped });
    }
  }
}
