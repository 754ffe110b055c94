import { InvalidOptionError } from '@rlm/repl-types';
import { describeValue, type RefuseOption } from '@rlm/repl-types/internal';

/** Makes the error for a wrong part of a tool, which it calls by the tool's name. */
export function refuseTool(tool: unknown): RefuseOption {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  const named = typeof name === 'string' ? name : describeValue(name);
  return (fault) => new InvalidOptionError(fault, `Tool ${JSON.stringify(named)}`);
}
