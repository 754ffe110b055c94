import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';

import { runRlm, type RlmEvent, type RlmResult } from '../../src/index.js';

/** One step of an episode, as far as it is compared. */
export interface EpisodeStep {
  readonly done?: boolean;
  readonly final?: string | null;
}

/** An episode: what a scripted model replies, over a context. */
export interface Episode {
  readonly language: string;
  readonly context: string;
  readonly responses: readonly string[];
}

/** What an episode's steps must come to: of a row that is mended, what is right. */
export interface EpisodeExpectation {
  readonly steps?: readonly EpisodeStep[];
  readonly feedback?: string;
}

/** Plays an episode, and says of each step whether it ended the run, and with what. */
export async function playEpisode(
  episode: Episode,
  sandbox: SandboxBackend,
): Promise<{ steps: EpisodeStep[]; told: string; result: RlmResult; events: RlmEvent[] }> {
  const model = scriptedModel([...episode.responses, '(no more)'], { after: 'repeat' });
  const events: RlmEvent[] = [];
  const run = runRlm({
    model,
    subModel: ({ messages }) => `SUB:${messages.at(-1)?.content ?? ''}`,
    sandbox,
    query: 'q',
    context: episode.context,
    // One step more, so that what the last one was told is seen.
    maxSteps: episode.responses.length + 1,
    wrapUp: false,
  });
  for await (const event of run) events.push(event);
  const result = await run.result;
  const done = result.finishReason === 'final' ? result.steps.length : Infinity;
  return {
    steps: episode.responses.map((_, index) => ({
      done: index + 1 === done,
      final: index + 1 === done ? result.answer : null,
    })),
    told:
      model.calls
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n') ?? '',
    result,
    events,
  };
}
