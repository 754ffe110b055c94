import { SandboxError } from '../contract/errors.js';
import { defaultLimits, type SandboxLimits } from '../contract/limits.js';
import type { FinalDialect, SessionImage, SessionOptions } from '../contract/session.js';
import type { EngineRecipe } from './engine.js';
import { bindFunctions, type BoundFunction } from './host-functions.js';
import { requireIsolation } from './isolation.js';
import type { ReplayLog } from './replay-log.js';

/** Session options, checked, with their defaults. */
export interface ResolvedOptions {
  readonly functions: ReadonlyMap<string, BoundFunction>;
  readonly limits: SandboxLimits;
  readonly dialects: readonly FinalDialect[];
  readonly seed: string;
  readonly now: () => number;
  readonly image: SessionImage | undefined;
  readonly replay: ReplayLog | undefined;
  readonly abortSignal: AbortSignal | undefined;
}

const dialectNames: readonly FinalDialect[] = ['final', 'answer', 'submit'];
const longestTimer = 2 ** 31 - 1;

/**
 * Checks the options of `open`.
 *
 * @throws SandboxError `invalid_option`, `isolation_unavailable`
 */
export function resolveSessionOptions(
  recipe: EngineRecipe,
  options: SessionOptions,
  now: () => number,
): ResolvedOptions {
  requireIsolation(recipe, options.require);
  const dialects = options.dialects ?? ['final', 'submit'];
  for (const dialect of dialects) {
    if (dialectNames.includes(dialect)) continue;
    throw new SandboxError(
      'invalid_option',
      `expected dialects among ${dialectNames.join(', ')}, got ${JSON.stringify(dialect)}`,
    );
  }
  return {
    functions: bindFunctions(options.functions),
    limits: resolveLimits(options.limits),
    dialects: Object.freeze([...dialects]),
    seed: options.seed ?? 'rlm',
    now: options.now ?? now,
    image: options.image,
    replay: options.replay,
    abortSignal: options.abortSignal,
  };
}

/** The default limits with some replaced; every one must be a finite positive number (milliseconds below 2^31). */
export function resolveLimits(limits: Partial<SandboxLimits> = {}): SandboxLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (!(name in defaultLimits)) {
      throw new SandboxError(
        'invalid_option',
        `expected a limit among ${Object.keys(defaultLimits).join(', ')}, got ${JSON.stringify(name)}`,
      );
    }
    requireLimit(name, value);
  }
  const given = Object.entries(limits).filter(([, value]) => (value as unknown) !== undefined);
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(given) });
}

/** Checks one limit, or `timeoutMs`. @throws SandboxError `invalid_option` */
export function requireLimit(name: string, value: unknown): void {
  if (value === undefined) return;
  const most = name.endsWith('Ms') ? longestTimer : Number.MAX_SAFE_INTEGER;
  if (typeof value === 'number' && value >= 0 && value <= most) return;
  throw new SandboxError(
    'invalid_option',
    `expected ${name} to be a number from 0 to ${most}, got ${typeof value === 'number' ? value : typeof value}`,
  );
}
