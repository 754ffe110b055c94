import type { FinalDialect } from '@rlm/repl-types';
import { askHook, refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, rule } from '@rlm/repl-types/options';

import { defaultLimits, type LimitOptions, type SandboxLimits } from '../../contract/limits.js';
import type { SessionSnapshot, SessionOptions } from '../../contract/session.js';
import type { ChildFile } from '../../contract/backend.js';
import type { WholeBackend } from '../create-sandbox.js';
import { bindFunctions, type BoundFunction } from '../calls/host-functions.js';
import { requireIsolation } from '../isolation.js';
import { sessionRule } from './session-rules.js';

/** Session options, checked, with their defaults. */
export interface ResolvedOptions {
  readonly functions: ReadonlyMap<string, BoundFunction>;
  readonly limits: SandboxLimits;
  readonly dialects: readonly FinalDialect[];
  readonly acceptsNull: boolean;
  readonly preflight: boolean;
  readonly seed: string;
  readonly now: () => number;
  readonly snapshot: SessionSnapshot | undefined;
  /** The files that guests read themselves, open; the session closes them. */
  readonly files: readonly ChildFile[];
  readonly abortSignal: AbortSignal | undefined;
}

/**
 * Checks the options of `open`.
 *
 * @throws InvalidOptionError; SandboxError `isolation_unavailable`
 */
export function resolveSessionOptions(
  recipe: WholeBackend,
  options: SessionOptions,
  now: () => number,
): ResolvedOptions {
  checkOptions(options, sessionRule(recipe.language), refuseOption);
  requireIsolation(recipe, options.require);
  return {
    functions: bindFunctions(options.functions),
    limits: resolveLimits(options.limits),
    dialects: Object.freeze([...(options.dialects ?? (['final', 'submit'] as const))]),
    acceptsNull: options.acceptsNull ?? false,
    preflight: options.preflight ?? true,
    seed: options.seed ?? 'rlm',
    now: options.now === undefined ? now : timeOf(options.now),
    snapshot: options.snapshot,
    files: [],
    abortSignal: options.abortSignal,
  };
}

/** The time of a caller's function. Throws `RlmError` (`hook_failed`) if it does not return a time. */
function timeOf(now: () => number): () => number {
  const time = rule('a finite number', Number.isFinite);
  return () => askHook('now()', now, time);
}

/** The default limits with some replaced. */
export function resolveLimits(limits: LimitOptions = {}): SandboxLimits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(given) });
}
