import {
  actionResult,
  policyContext,
  type ActionResult,
  type PolicyContext,
  type Turn,
} from '../src/index.js';

/** A result of code with defaults for what a test does not care about. */
export function makeResult(given: Partial<ActionResult> = {}): ActionResult {
  return actionResult({ actionType: 'code', ...given });
}

/** A context after the first of a hundred steps, with defaults for what a test does not care about. */
export function makeContext(given: Partial<PolicyContext> = {}): PolicyContext {
  return policyContext({ step: 1, maxSteps: 100, ...given });
}

/** A turn with defaults for what a test does not care about. */
export function makeTurn(given: Partial<Turn> = {}): Turn {
  return Object.freeze({ reply: '', results: [], mode: 'task', ...given });
}

/** A turn that ran one action. */
export function actingTurn(reply: string, result = 'ok', args?: unknown): Turn {
  return makeTurn({
    reply,
    results: [{ action: 'execute', result, status: 'completed', arguments: args }],
  });
}
