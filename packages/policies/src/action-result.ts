import { completeShape, type ShapeInit } from './define/complete-shape.js';
import type { ActionResult } from './shapes/policy.js';

const defaults: ActionResult = Object.freeze({
  actionType: 'text',
  success: true,
  output: '',
  error: null,
  durationMs: 0,
  tokensUsed: 0,
  metadata: Object.freeze({}),
});

/**
 * A frozen {@link ActionResult}. Defaults: a successful `text` step without output, error, time,
 * tokens or metadata. Throws `InvalidOptionError` for an unknown field.
 *
 * @example
 * actionResult({ actionType: 'code', output: "FINAL('42')" });
 */
export function actionResult(init: ShapeInit<ActionResult> = {}): ActionResult {
  return completeShape('actionResult', defaults, init);
}
