import { type FinalSignal } from '@rlm/repl-types';
import { finalSignalKey } from '@rlm/repl-types/internal';

import type { HostFunction, HostFunctionSpec } from '../contract/session.js';

/** The host functions that the cases of the suite call; a fresh set for each session. */
export function createSuiteFunctions(): Record<string, HostFunction | HostFunctionSpec> {
  let meeting = createMeeting(3);
  return {
    async llm_query(prompt: string) {
      if (prompt === 'bad') throw new Error('the model says no');
      if (prompt === 'finish') end({ type: 'direct', answer: 'from the batch' });
      if (prompt === 'hang') await new Promise(() => undefined);
      if (prompt === 'meet') {
        await meeting.arrive();
        meeting = createMeeting(3);
        return 'met';
      }
      return `re:${prompt}`;
    },
    echo: (value: unknown) => value,
    add: (left: number, right: number) => left + right,
    join: (...parts: unknown[]) => parts.map(String).join(','),
    nothing: () => undefined,
    fail(reason: string) {
      throw new Error(`the host says no: ${reason}`);
    },
    finish: (answer: unknown) => end({ type: 'direct', answer }),
    finish_with: (name: string) => end({ type: 'variable', var: name }),
    finish_fields: (fields: Record<string, unknown>) => end({ type: 'submit', fields }),
    slow: {
      run: ({ abortSignal }, delayMs: number) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, delayMs);
          abortSignal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
          });
        }),
    },
  };
}

/** Holds everyone back until `count` have arrived. */
function createMeeting(count: number): { arrive(): Promise<void> } {
  let missing = count;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    arrive() {
      missing--;
      if (missing <= 0) open();
      return opened;
    },
  };
}

/** Ends the cell from the host, as `FINAL`, `FINAL_VAR` and `SUBMIT` of `@rlm/termination` do. */
function end(signal: FinalSignal): never {
  throw Object.assign(new Error('The run has ended'), { [finalSignalKey]: signal });
}
