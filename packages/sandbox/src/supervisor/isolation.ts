import { SandboxError } from '../contract/errors.js';
import type { Isolation } from '../contract/session.js';

/** What satisfies a required isolation: itself and what is stronger in the same direction. */
const satisfiedBy: Readonly<Record<Isolation, readonly Isolation[]>> = {
  none: ['none', 'vm', 'wasm', 'process', 'wasm+os'],
  vm: ['vm', 'wasm', 'process', 'wasm+os'],
  wasm: ['wasm', 'wasm+os'],
  process: ['process', 'wasm+os'],
  'wasm+os': ['wasm+os'],
};

/** Every isolation, weakest first. */
export const isolations: readonly string[] = /* @__PURE__ */ Object.keys(satisfiedBy);

/** Whether a value names an isolation. */
export function isIsolation(value: unknown): value is Isolation {
  return isolations.includes(value as string);
}

/** Whether a backend of one isolation may be used where another is required. */
export function satisfiesIsolation(actual: Isolation, required: Isolation): boolean {
  return satisfiedBy[required].includes(actual);
}

/**
 * Refuses a backend whose wall is weaker than required.
 *
 * @throws SandboxError `isolation_unavailable`
 */
export function requireIsolation(
  backend: { readonly name: string; readonly isolation: Isolation },
  required: Isolation | undefined,
): void {
  if (required === undefined) return;
  if (satisfiesIsolation(backend.isolation, required)) return;
  throw new SandboxError(
    'isolation_unavailable',
    `${backend.name} gives isolation "${backend.isolation}", but "${required}" is required; ` +
      `use a backend with ${satisfiedBy[required].map((name) => `"${name}"`).join(' or ')}`,
    { details: { required, actual: backend.isolation } },
  );
}
