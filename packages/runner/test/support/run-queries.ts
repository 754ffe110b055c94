import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';

import { runRlm, type RlmEvent, type RlmResult, type RunRlmOptions } from '../../src/index.js';
import { watchedBackend } from './watched-backend.js';

export interface Ran {
  readonly result: RlmResult;
  readonly events: readonly RlmEvent[];
  readonly told: string;
}

export const echo: ModelFunction = ({ messages }) => `SUB:${messages.at(-1)?.content ?? ''}`;

export async function run(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions> = {},
): Promise<Ran> {
  const model = scriptedModel(replies);
  const events: RlmEvent[] = [];
  const ran = runRlm({
    model,
    subModel: echo,
    sandbox: watchedBackend(),
    query: 'q',
    context: 'a',
    wrapUp: false,
    ...options,
  });
  for await (const event of ran) events.push(event);
  const told = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  return { result: await ran.result, events, told };
}
