import { randomBytes } from 'node:crypto';

import type { ModelRequest } from '@rlm/kernel/model';
import { roughBytes } from '@rlm/repl-types/internal';

import type { HandPrompt, HandReply } from '../../api.js';
import { ProblemError } from '../http/problem.js';

/** Where a person plays the model of one run. */
export interface HandDesk {
  readonly model: (request: ModelRequest) => Promise<string>;
  /** Called when a prompt starts or stops waiting. */
  onChange: () => void;
  /** The prompts that wait, the oldest first. */
  pending(): readonly HandPrompt[];
  /** Of memory, roughly: what the prompts that wait take. */
  readonly bytes: number;
  /** Throws where the prompt does not wait any more. */
  reply(reply: HandReply): void;
}

/** Opens the desk of a run. */
export function openHandDesk(): HandDesk {
  const waiting = new Map<string, { readonly prompt: HandPrompt; take(text: string): void }>();
  let bytes = 0;
  const desk: HandDesk = {
    onChange: () => undefined,
    model: ({ purpose, messages, abortSignal }) =>
      new Promise<string>((resolve, reject) => {
        const promptId = randomBytes(6).toString('hex');
        const shown = messages.map(({ role, content }) => ({ role, content }));
        const leave = (): void => {
          if (waiting.delete(promptId)) bytes -= roughBytes(shown);
          abortSignal?.removeEventListener('abort', abort);
          desk.onChange();
        };
        const abort = (): void => {
          leave();
          reject(abortSignal?.reason as Error);
        };
        if (abortSignal?.aborted === true) {
          reject(abortSignal.reason as Error);
          return;
        }
        abortSignal?.addEventListener('abort', abort, { once: true });
        bytes += roughBytes(shown);
        waiting.set(promptId, {
          prompt: { promptId, purpose, messages: shown },
          take(text) {
            leave();
            resolve(text);
          },
        });
        desk.onChange();
      }),
    get bytes() {
      return bytes;
    },
    pending: () => [...waiting.values()].map(({ prompt }) => prompt),
    reply({ promptId, text }) {
      const prompt = waiting.get(promptId);
      if (prompt === undefined) {
        throw new ProblemError(
          'conflict',
          `no prompt ${JSON.stringify(promptId)} waits for a reply: it was answered, or the run has stopped`,
        );
      }
      prompt.take(text);
    },
  };
  return desk;
}
