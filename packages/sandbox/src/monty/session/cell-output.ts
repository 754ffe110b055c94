import { createOutputBuffer, groupThousands } from '@rlm/repl-types/internal';

import type { EngineEvents } from '../../contract/engine.js';
import { wholeOutputChars, type SandboxLimits } from '../../contract/limits.js';
import type { PrintedText } from '../protocol/events.js';

/** Sends a cell's output within the limit: heads as they come, tails at the end. */
export interface CellOutput {
  print(texts: readonly PrintedText[]): void;
  /** A line of the adapter's own. */
  warn(line: string): void;
  /** What the cell printed, whole up to a limit, with a note of what is missing. */
  whole(): string;
  end(): void;
}

/** The output of one cell; `maxOutputChars` counts characters of each stream. */
export function createCellOutput(events: EngineEvents, limits: SandboxLimits): CellOutput {
  const limit = limits.maxOutputChars;
  const buffers = { stdout: createOutputBuffer(limit), stderr: createOutputBuffer(limit) };
  const whole: string[] = [];
  let room = wholeOutputChars(limits);
  let dropped = 0;
  const keep = (text: string): void => {
    const kept = text.slice(0, room);
    room -= kept.length;
    dropped += text.length - kept.length;
    if (kept !== '') whole.push(kept);
  };
  const add = (stream: 'stdout' | 'stderr', text: string): void => {
    const head = buffers[stream].add(text);
    if (head !== '') events.onFrame({ type: 'output', stream, text: head });
  };
  return {
    print(texts) {
      for (const { stream, text } of texts) {
        keep(text);
        add(stream, text);
      }
    },
    warn(line) {
      add('stderr', `${line}\n`);
    },
    whole() {
      const note =
        dropped === 0 ? '' : `\n... (${groupThousands(dropped)} characters left out) ...`;
      return whole.join('') + note;
    },
    end() {
      for (const stream of ['stdout', 'stderr'] as const) {
        const { text, dropped } = buffers[stream].rest();
        if (text !== '' || dropped > 0) events.onFrame({ type: 'output', stream, text, dropped });
      }
    },
  };
}
