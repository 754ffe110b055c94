import { createOutputBuffer } from '@rlm/repl-types/internal';

import type { EngineEvents } from '../../contract/engine.js';
import type { PrintedText } from '../protocol/events.js';

/** Sends a cell's output within the limit: heads as they come, tails at the end. */
export interface CellOutput {
  print(texts: readonly PrintedText[]): void;
  /** A line of the adapter's own. */
  warn(line: string): void;
  end(): void;
}

/** The output of one cell; `limit` counts characters of each stream. */
export function createCellOutput(events: EngineEvents, limit: number): CellOutput {
  const buffers = { stdout: createOutputBuffer(limit), stderr: createOutputBuffer(limit) };
  const add = (stream: 'stdout' | 'stderr', text: string): void => {
    const head = buffers[stream].add(text);
    if (head !== '') events.onFrame({ type: 'output', stream, text: head });
  };
  return {
    print(texts) {
      for (const { stream, text } of texts) add(stream, text);
    },
    warn(line) {
      add('stderr', `${line}\n`);
    },
    end() {
      for (const stream of ['stdout', 'stderr'] as const) {
        const { text, dropped } = buffers[stream].rest();
        if (text !== '' || dropped > 0) events.onFrame({ type: 'output', stream, text, dropped });
      }
    },
  };
}
