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

/** The rule for a required isolation. */
export const isolationRule: OptionRule = oneOf(...Object.keys(satisfiedBy));

/** Whether a backend's isolation satisfies the required one. */
export function satisfiesIsolation(actual: Isolation, required: RequiredIsolation): boolean {
  return satisfiedBy[required].includes(actual);
}

/**
 * Refuses a backend whose isolation is weaker than required. One that has not tried its isolation yet does so.
 *
 * @throws SandboxError `isolation_unavailable`
 */
export async function requireIsolation(
  backend: Pick<SandboxBackend, 'name' | 'isolation' | 'probe'>,
  required: RequiredIsolation | undefined,
): Promise<void> {
  if (required === undefined || satisfiesIsolation(backend.isolation, required)) return;
  const probed = await awaitHook(() => backend.probe());
  if (satisfiesIsolation(backend.isolation, required)) return;
  const why = probed.ok ? probed.isolationMissing : probed.reason;
  throw new SandboxError(
    'isolation_unavailable',
    `${backend.name} gives isolation "${backend.isolation}", but "${required}" is required; ` +
      `use a backend with ${satisfiedBy[required].map((name) => `"${name}"`).join(' or ')}` +
      (why === undefined ? '' : `: ${why}`),
    { details: { required, actual: backend.isolation } },
  );
}
