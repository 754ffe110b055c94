import type { ActionResult, PolicyContext, Turn } from '../src/index.js';

/** A result with defaults for what a test does not care about. */
export function makeResult(given: Partial<ActionResult> = {}): ActionResult {
  return Object.freeze({
    actionType: 'code',
    success: true,
    output: '',
    error: null,
    durationMs: 0,
    tokensUsed: 0,
    metadata: Object.freeze({}),
    ...given,
  });
}

/** A context with defaults for what a test does not care about. */
export function makeContext(given: Partial<PolicyContext> = {}): PolicyContext {
  return Object.freeze({
    task: '',
    step: 1,
    maxSteps: 100,
    history: Object.freeze([]),
    variables: Object.freeze({}),
    metrics: Object.freeze({}),
    config: Object.freeze({}),
    ...given,
  });
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
