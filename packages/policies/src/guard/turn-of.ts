import type { ActionResult, Turn } from '../shapes/policy.js';

/**
 * The turn of a step: `metadata.turn`, else a turn derived from the step alone. A text or a final action is a reply.
 * Anything else is a call, named after the action's type, with `metadata.code` and `metadata.calls` as its arguments.
 */
export function turnOf({ actionType, output, error, success, metadata }: ActionResult): Turn {
  const { turn, code, calls } = metadata;
  const speaks = actionType === 'text' || actionType === 'final';
  const result = {
    action: actionType,
    result: output + (error ?? ''),
    status: success ? 'completed' : 'error',
    arguments: [code, calls],
  };
  return {
    malformed: false,
    ...((turn as Turn | undefined) ?? {
      reply: speaks ? output : '',
      results: speaks ? [] : [result],
      mode: 'response',
    }),
  };
}
