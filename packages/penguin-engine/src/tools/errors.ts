import { RlmError } from '@rlm/repl-types';

/** A tool, or a set of tools, that was put together wrongly: a mistake of the calling program. */
export class ToolDefinitionError extends RlmError<'tool_definition', { readonly tool: string }> {
  override readonly name: string = 'ToolDefinitionError';

  constructor(tool: string, message: string) {
    super(`Tool ${JSON.stringify(tool)}: ${message}`, {
      code: 'tool_definition',
      details: { tool },
    });
  }
}
