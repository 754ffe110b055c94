import { RlmError } from '@rlm/repl-types';
import { describeValue, type RefuseOption } from '@rlm/repl-types/internal';

/** A tool, or a set of tools, that was put together wrongly: a mistake of the calling program. */
export class ToolDefinitionError extends RlmError<'tool_definition', { readonly tool: string }> {
  static override readonly className: string = 'ToolDefinitionError';

  constructor(tool: string, message: string) {
    super(`Tool ${JSON.stringify(tool)}: ${message}`, {
      code: 'tool_definition',
      details: { tool },
    });
  }
}

/** What is thrown for a wrong part of a tool, by the name that it was given. */
export function refuseTool(tool: unknown): RefuseOption {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  const named = typeof name === 'string' ? name : describeValue(name);
  return ({ option, problem }) => new ToolDefinitionError(named, `${option}: ${problem}`);
}
