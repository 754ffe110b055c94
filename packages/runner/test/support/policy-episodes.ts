import type { PolicyOptions } from '@rlm/kernel';

/** One turn of a scripted model, in words that each loop says in its own way. */
export interface EpisodeTurn {
  /** What the action of the turn prints or returns; without it, and without `fails`, there is no action. */
  readonly does?: string;
  /** Code that runs before the action in `runRlm`, where the tools `echo` and `fail` exist too. */
  readonly first?: string;
  /** Whether the turn's action fails. */
  readonly fails?: true;
  /** What is written after the action. */
  readonly says?: string;
}

/** A run that a policy ends. */
export interface Ending {
  /** The policy's configuration; by name alone it has its defaults. */
  readonly config?: object;
  /** The turns; the last one goes on. */
  readonly turns: readonly EpisodeTurn[];
  /** The step after which the run ends. */
  readonly endsAt: number;
  /** The rule that ended it. Default: the policy's name. */
  readonly code?: string | { readonly response: string | null; readonly task: string };
  /** The answer that the policy found, where a test looks at it. */
  readonly answer?: string;
  readonly maxSteps?: number;
  readonly reward?: NonNullable<PolicyOptions['reward']>;
  readonly confidence?: NonNullable<PolicyOptions['confidence']>;
  /** What each call of the model reports or takes. */
  readonly usage?: { readonly inputTokens: number; readonly costUsd?: number };
  readonly msPerTurn?: number;
  /** Whether the tool loop's own guard is off, which would end the run before. */
  readonly unguarded?: true;
}

/** What ends a run by a policy's name alone, and what ends it with a configuration of its own. */
export interface PolicyEpisode {
  readonly byName: Ending;
  readonly configured: Ending & { readonly config: object };
  /** The loops that have what the policy reads. Default: all of them. */
  readonly loops?: readonly LoopName[];
}

/** The loops that take policies. */
export type LoopName = 'runRlm' | 'runTask' | 'runResponse';

const working: readonly EpisodeTurn[] = Array.from({ length: 8 }, (_, index) => ({
  does: `result ${index}`,
  says: `Step ${'abcdefgh'.charAt(index)}, of which there are many more.`,
}));
const same: readonly EpisodeTurn[] = [{ does: 'the same', says: 'Once more I look at it.' }];

/** An episode for each policy that a registry has. */
export const policyEpisodes: Readonly<Record<string, PolicyEpisode>> = {
  final_pattern: {
    byName: {
      turns: [{ does: 'a' }, { does: 'b', says: "After computing, the answer is FINAL('42')" }],
      endsAt: 2,
      answer: '42',
    },
    configured: {
      config: { final_patterns: ['ANSWER:\\s*(.+?)$'] },
      turns: [
        { does: 'a', says: "FINAL('41')" },
        { does: 'b', says: 'ANSWER: 42' },
      ],
      endsAt: 2,
      answer: '42',
    },
  },
  reward_threshold: {
    // `strict` gives 0.5 for a success: 0.5 < 0.8 <= 1.0.
    byName: { reward: 'strict', turns: working, endsAt: 2 },
    // 0.4, 0.8, 1.2.
    configured: {
      config: { min_reward_threshold: 1.2 },
      reward: { name: 'strict', config: { success_bonus: 0.4 } },
      turns: working,
      endsAt: 3,
    },
  },
  confidence: {
    byName: {
      turns: [
        { does: 'a', says: 'confidence: 0.99' },
        { does: 'b', says: 'confidence: 0.5' },
        { does: 'c', says: 'It is 42. Confidence: 93%' },
      ],
      endsAt: 3,
    },
    configured: {
      config: { confidence_threshold: 0.95, min_steps_before_termination: 3 },
      confidence: ({ results }) => (results[0]?.result.includes('sure') === true ? 0.97 : 0.9),
      turns: [{ does: 'sure' }, { does: 'sure' }, { does: 'hm' }, { does: 'sure' }],
      endsAt: 4,
    },
  },
  composite: {
    byName: { reward: 'strict', turns: working, endsAt: 2, code: 'reward_threshold' },
    configured: {
      config: { policies: ['confidence', 'final_pattern'], require_all: true },
      turns: [
        { does: 'a', says: "confidence: 0.99\nFINAL('1')" },
        { does: 'b', says: "confidence: 0.2\nFINAL('2')" },
        { does: 'c', says: 'confidence: 0.99' },
        { does: 'd', says: "confidence: 0.99\nFINAL('42')" },
      ],
      endsAt: 4,
      code: 'confidence',
    },
  },
  max_steps: {
    byName: { maxSteps: 2, turns: working, endsAt: 2 },
    configured: { config: { max_steps: 3 }, turns: working, endsAt: 3 },
  },
  wall_clock: {
    byName: { msPerTurn: 250_000, turns: working, endsAt: 3 },
    configured: { config: { max_ms: 400_000 }, msPerTurn: 250_000, turns: working, endsAt: 2 },
  },
  token_budget: {
    byName: { usage: { inputTokens: 400_000 }, turns: working, endsAt: 3 },
    configured: {
      config: { max_tokens: 500_000 },
      usage: { inputTokens: 400_000 },
      turns: working,
      endsAt: 2,
    },
  },
  cost_budget: {
    byName: { usage: { inputTokens: 1, costUsd: 0.4 }, turns: working, endsAt: 3 },
    configured: {
      config: { max_cost_usd: 0.7 },
      usage: { inputTokens: 1, costUsd: 0.4 },
      turns: working,
      endsAt: 2,
    },
  },
  error_streak: {
    byName: { turns: [{ fails: true }, { does: 'a' }, { fails: true, says: 'Again.' }], endsAt: 5 },
    configured: { config: { max_errors: 2 }, turns: [{ does: 'a' }, { fails: true }], endsAt: 3 },
  },
  repeated_response: {
    byName: { turns: [{ does: 'a' }, ...same], endsAt: 4 },
    configured: { config: { repeats: 2 }, turns: [{ does: 'a' }, ...same], endsAt: 3 },
  },
  trivial_response: {
    byName: { unguarded: true, turns: [{ does: 'a' }, { says: 'ok' }], endsAt: 4 },
    configured: {
      config: { max_trivial: 2 },
      unguarded: true,
      turns: [{ does: 'a' }, { says: 'ok' }],
      endsAt: 3,
    },
  },
  no_progress: {
    byName: { unguarded: true, turns: same, endsAt: 6 },
    configured: { config: { max_steps: 2 }, unguarded: true, turns: same, endsAt: 3 },
  },
  convergence: {
    byName: { turns: [{ does: 'a', says: 'Something else first.' }, ...same], endsAt: 4 },
    configured: {
      config: { window_size: 2, min_steps: 4 },
      unguarded: true,
      turns: [...same, ...same, ...same],
      endsAt: 4,
    },
  },
  wallet_guard: {
    byName: {
      turns: [{ does: 'a' }, { says: 'Everything is in place now.' }],
      endsAt: 2,
      // A plain answer of a response ends the run itself.
      code: { response: null, task: 'implicit_completion' },
      answer: 'Everything is in place now.',
    },
    configured: {
      config: { repeats: 2 },
      turns: [{ does: 'a' }, ...same],
      endsAt: 3,
      code: 'repeated_response',
    },
  },
};
