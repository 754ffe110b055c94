import { describeTag } from './describe-tag.js';
import type { ActionDiagnostic, ParsedAction } from './types.js';

const finishNames = ['finish_response', 'finish_task', 'task_completed'];

/** Reports a finish tool that a reply names without calling anything. */
export function findUnparsedFinish(
  text: string,
  names: ReadonlySet<string>,
  actions: readonly ParsedAction[],
  diagnostics: readonly ActionDiagnostic[],
): ActionDiagnostic | null {
  if (actions.length > 0 || diagnostics.length > 0) return null;
  for (const name of finishNames) {
    if (!names.has(name)) continue;
    const match = new RegExp(`(?<![\\w<:/-])${name}(?![\\w-])`).exec(text);
    if (match === null) continue;
    return {
      code: 'unparsed_finish',
      span: [match.index, match.index + name.length],
      message: describeTag('unparsed_finish', name),
    };
  }
  return null;
}
