import { canonicalJson, sha256 } from '@rlm/repl-types/internal';

import type { EffectCall } from '../contract/effects.js';
import { shortHash } from './message-hashes.js';

/**
 * The key of an effect, made from its content: `run/step/kind/sha256(kind, input)#occurrence`. The
 * hash is that of the canonical JSON of `[kind, input]`.
 */
export function effectKey(
  runId: string,
  step: number,
  kind: string,
  input: unknown,
  occurrence: number,
): string {
  const hash = sha256(canonicalJson([kind, input ?? null]));
  return `${runId}/${step}/${kind}/${hash}#${occurrence}`;
}

/** Numbers the effects of one run that have the same content within a step: 0, 1, ... */
export class EffectKeys {
  readonly #runId: string;
  #step = -1;
  readonly #seen = new Map<string, number>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** An effect as it is performed, with its names, which are made when they are read; `nonce` is that of the run. */
  callOf(key: string, nonce: string, spend: EffectCall['spend']): EffectCall {
    return Object.freeze({
      key,
      get name() {
        return shortHash(key);
      },
      get idempotencyKey() {
        return sha256(`${nonce}:${key}`);
      },
      spend,
    });
  }

  /** The key of an effect that is requested now. */
  next(step: number, kind: string, input: unknown): string {
    if (step !== this.#step) {
      this.#step = step;
      this.#seen.clear();
    }
    const first = effectKey(this.#runId, step, kind, input, 0);
    const occurrence = this.#seen.get(first) ?? 0;
    this.#seen.set(first, occurrence + 1);
    return occurrence === 0 ? first : `${first.slice(0, -1)}${occurrence}`;
  }
}
