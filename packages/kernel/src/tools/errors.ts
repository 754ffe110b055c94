import { InvalidOptionError } from '@rlm/repl-types';
import { describeValue, type RefuseOption } from '@rlm/repl-types/internal';

/** Creates errors for wrong parts of a tool, which name the tool. */
export function refuseTool(tool: unknown): RefuseOption {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  const named = typeof name === 'string' ? name : describeValue(name);
  return (fault) => new InvalidOptionError(fault, `Tool ${JSON.stringify(named)}`);
}
