/** Something that a policy cannot decide without. */
export interface Need {
  /** The policy's name. */
  readonly policy: string;
  /** In words that follow `it needs`: a figure of the loop (`cost_usd`), or `maxTokens below Infinity`. */
  readonly what: string;
}

/** What a policy needs; absent if it can always decide. A symbol, so that copies of the policy keep it. */
const needsKey: unique symbol = Symbol('needs');

/** A policy that needs something. */
export interface Needing {
  readonly [needsKey]?: readonly Need[];
}

/** What a policy needs, and what those that it holds need. */
export function needsOf(policy: object): readonly Need[] {
  return (policy as Needing)[needsKey] ?? [];
}

/** The mark of a policy with these needs. */
export function needing(needs: readonly Need[]): Needing {
  return { [needsKey]: needs };
}

/** What a policy needs whose limit is Infinity: a lower one. */
export function needsLimit(name: string, limit: number): readonly string[] {
  return limit === Infinity ? [`${name} below Infinity`] : [];
}
