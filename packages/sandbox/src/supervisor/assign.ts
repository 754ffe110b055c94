import { SandboxError } from '../contract/errors.js';
import { describeGuestError, type Guest } from './guest.js';
import { toJsonText, type ValueLimits } from './json-text.js';
import type { RecordedSet } from './replay-log.js';

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const reserved = /^context(_\d+)?$/;

/** How long the host waits for a reply that moves data, in milliseconds: far beyond what 100 MB take. */
export const replyLimitMs = 60_000;

/**
 * Checks an assignment by the host and takes its value as data.
 *
 * @throws SandboxError `invalid_option`, `value_rejected`
 */
export function recordSet(name: string, value: unknown, limits: ValueLimits): RecordedSet {
  if (typeof name !== 'string' || !identifier.test(name)) {
    throw new SandboxError(
      'invalid_option',
      `expected the name of a variable to be an identifier, got ${JSON.stringify(name)}`,
    );
  }
  return {
    type: 'set',
    name,
    value: typeof value === 'string' ? { text: value } : { json: toJsonText(value, limits) },
  };
}

/**
 * Gives the guest a value. Names `context` and `context_1` are reserved: cells cannot lose them.
 *
 * @throws SandboxError `value_rejected` when the guest has no room, `session_lost`
 */
export async function assign(guest: Guest, { name, value }: RecordedSet): Promise<void> {
  const isReserved = reserved.test(name);
  const question =
    'text' in value
      ? ({ type: 'set-text', name, text: value.text, isReserved } as const)
      : ({ type: 'set-json', name, json: value.json, isReserved } as const);
  const answer = await guest.ask(question, replyLimitMs);
  if ('error' in answer) {
    throw new SandboxError(
      'value_rejected',
      `the guest refused ${name}: ${describeGuestError(answer.error)}`,
    );
  }
}
