import { defineTool, type PolicySource, type PolicyOptions } from '@rlm/kernel';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { type EngineResult, runResponse, runTask } from '@rlm/penguin-engine';
import { createPolicyRegistry, type NamedTermination } from '@rlm/policies';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import {
  policyEpisodes,
  type Ending,
  type EpisodeTurn,
  type LoopName,
} from './support/policy-episodes.js';

/** How a run ended, in the words that all loops share. */
interface Ended {
  readonly steps: number;
  readonly finishReason: string | undefined;
  readonly code: string | undefined;
  readonly answer: unknown;
  readonly message: string | undefined;
}

interface Loop {
  readonly mode: 'response' | 'task';
  /** Plays an ending with the options in which its policy is given. */
  play(ending: Ending, policies: PolicyOptions): Promise<Ended>;
}

const sandbox = quickjs();

const tools = [
  defineTool({ name: 'echo', description: 'Says it again', execute: (text) => text }),
  defineTool({
    name: 'fail',
    description: 'Fails',
    execute: () => {
      throw new Error('no');
    },
  }),
];

/** A model, and a clock that goes on with each of its calls. */
function scripted(
  { turns, usage, msPerTurn = 0 }: Ending,
  write: (turn: EpisodeTurn) => string,
): Pick<Parameters<typeof runTask>[0], 'model' | 'clock'> {
  const clock = manualClock();
  const replies = turns.map((turn) => async () => {
    await clock.advance(msPerTurn);
    const text = write(turn);
    return usage === undefined ? { text } : { text, usage };
  });
  const model = scriptedModel(replies, { after: 'repeat' });
  return { model, ...(msPerTurn === 0 ? {} : { clock }) };
}

const given = ({ reward, confidence }: Ending): PolicyOptions => ({ reward, confidence });

const rlm: Loop = {
  mode: 'task',
  async play(ending, policies) {
    const { steps, stop, finishReason, answer } = await runRlm({
      ...scripted(ending, ({ does, fails, first = '', says = '' }) => {
        const code =
          fails === true ? 'throw new Error("no")' : `${first}\nprint(${JSON.stringify(does)})`;
        return does === undefined && fails === undefined ? says : `${cell(code)}\n\n${says}`;
      }),
      sandbox,
      tools,
      query: 'Go',
      maxSteps: ending.maxSteps ?? 8,
      wrapUp: false,
      ...given(ending),
      ...policies,
    }).result;
    const { code, message } = stop ?? {};
    return { steps: steps.length, finishReason, code, answer, message };
  },
};

function toolLoop(mode: 'response' | 'task', start: typeof runResponse): Loop {
  return {
    mode,
    async play(ending, policies) {
      const result: EngineResult = await start({
        ...scripted(ending, ({ does, fails, says = '' }) =>
          does === undefined && fails === undefined
            ? says
            : `${fails === true ? '<fail>x</fail>' : `<echo>${does}</echo>`}\n\n${says}`,
        ),
        prompt: 'Go',
        tools,
        maxSteps: ending.maxSteps ?? 8,
        ...(ending.unguarded === true ? { guard: false } : {}),
        ...given(ending),
        ...policies,
      }).result;
      const { finishReason } = result;
      const { code, answer, message } = result.stop ?? {};
      if (finishReason === 'policy') expect(result.status).toBe('stopped');
      return { steps: result.steps.length, finishReason, code, answer, message };
    },
  };
}

const loops: readonly (readonly [name: LoopName, loop: Loop])[] = [
  ['runRlm', rlm],
  ['runTask', toolLoop('task', runTask)],
  ['runResponse', toolLoop('response', runResponse)],
];

/** Policies that end nothing, but send answers back: tests of their own see what each loop does with them. */
const reviewers: readonly string[] = ['coverage'];

const registered = createPolicyRegistry()
  .list('termination')
  .map(({ name }) => name)
  .filter((name) => !reviewers.includes(name));

/** The ways in which a policy is given to a loop. */
function waysOf(name: string): readonly (readonly [string, Ending, PolicyOptions])[] {
  const episode = policyEpisodes[name];
  if (episode === undefined) return [];
  const { byName, configured } = episode;
  const { config } = configured;
  const instance = (): PolicySource => createPolicyRegistry().getTermination(name, config);
  return [
    ['by name', byName, { policies: [name as NamedTermination] }],
    ['by name and configuration', configured, { policies: [{ name, config } as NamedTermination] }],
    ['as an instance', configured, { policies: [instance()] }],
    [
      'as a recipe',
      configured,
      { policies: [() => createPolicyRegistry().getTermination(name, config)] },
    ],
  ];
}

describe('the episodes', () => {
  it('are there for every policy that is registered', () => {
    expect(Object.keys(policyEpisodes).sort()).toEqual([...registered].sort());
  });
});

describe.each(loops)('%s', (loopName, loop) => {
  const named = registered.filter(
    (name) => policyEpisodes[name]?.loops?.includes(loopName) ?? true,
  );
  describe.each(named.map((name) => [name]))('with %s', (name) => {
    it.each(waysOf(name))('ends where it says: %s', async (_way, ending, policies) => {
      const { endsAt, code: codes = name, answer } = ending;
      const ended = await loop.play(ending, policies);
      const code = typeof codes === 'string' ? codes : codes[loop.mode];
      const stop = code === null ? {} : { finishReason: 'policy', code };
      expect(ended).toMatchObject({ steps: endsAt, ...stop });
      if (code === null) expect(ended.finishReason).toBe('final');
      else if (answer !== undefined) expect(ended.answer).toBe(answer);
    });

    it('does not end there without it', async () => {
      const ending = policyEpisodes[name]?.byName ?? { turns: [], endsAt: 0 };
      const { finishReason } = await loop.play(ending, {});
      expect(finishReason).not.toBe('policy');
    });
  });
});
