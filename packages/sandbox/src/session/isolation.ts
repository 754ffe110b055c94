import { awaitHook } from '@rlm/repl-types/internal';
import { oneOf, type OptionRule } from '@rlm/repl-types/options';

import { SandboxError } from '../contract/errors.js';
import type { Isolation, RequiredIsolation, SandboxBackend } from '../contract/session.js';

/** The isolations that satisfy a required one: itself, and stronger ones of the same kind. */
const satisfiedBy: Readonly<Record<RequiredIsolation, readonly Isolation[]>> = {
  none: ['none', 'vm', 'wasm', 'process', 'process+os', 'wasm+os'],
  vm: ['vm', 'wasm', 'process', 'process+os', 'wasm+os'],
  wasm: ['wasm', 'wasm+os'],
  process: ['process', 'process+os', 'wasm+os'],
  'process+os': ['process+os', 'wasm+os'],
  os: ['process+os', 'wasm+os'],
  'wasm+os': ['wasm+os'],
};

/** The isolations that can be required, weakest first. */
const isolations: readonly string[] = Object.keys(satisfiedBy);

/** The rule for a required isolation. */
export const isolationRule: OptionRule = oneOf(...isolations);

/** Whether a value is an isolation that can be required. */
export function isIsolation(value: unknown): value is RequiredIsolation {
  return isolations.includes(value as string);
}

/** Whether a backend's isolation satisfies the required one. */
export function satisfiesIsolation(actual: Isolation, required: RequiredIsolation): boolean {
  return satisfiedBy[required].includes(actual);
}

/** The part of a backend that reports its isolation. */
interface Isolated {
  readonly name: string;
  readonly isolation: Isolation;
}

/**
 * Refuses a backend whose isolation is weaker than required.
 *
 * @param why What is missing, if it is known.
 * @throws SandboxError `isolation_unavailable`
 */
export function requireIsolation(
  backend: Isolated,
  required: RequiredIsolation | undefined,
  why?: string,
): void {
  if (required === undefined) return;
  if (satisfiesIsolation(backend.isolation, required)) return;
  throw new SandboxError(
    'isolation_unavailable',
    `${backend.name} gives isolation "${backend.isolation}", but "${required}" is required; ` +
      `use a backend with ${satisfiedBy[required].map((name) => `"${name}"`).join(' or ')}` +
      (why === undefined ? '' : `: ${why}`),
    { details: { required, actual: backend.isolation } },
  );
}

/**
 * The same, for an isolation that may not have been tried yet.
 *
 * @throws SandboxError `isolation_unavailable`
 */
export async function confirmIsolation(
  backend: Isolated & Pick<SandboxBackend, 'probe'>,
  required: RequiredIsolation | undefined,
): Promise<void> {
  if (required === undefined || satisfiesIsolation(backend.isolation, required)) return;
  const probed = await awaitHook(() => backend.probe());
  requireIsolation(backend, required, probed.ok ? probed.isolationMissing : probed.reason);
}
