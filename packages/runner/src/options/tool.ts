import type { NamedTools, Tool, ToolSet } from '@rlm/kernel';
import { createToolSet, listTools } from '@rlm/kernel/internal';

/**
 * A function of yours that code in the REPL may call by its name: a tool that `defineTool` of
 * `@rlm/kernel` made, wrapped or not, or any object of this shape. A rejection is a catchable exception there.
 *
 * Its name is an identifier that no REPL function has. Without `input`, a tool of `defineTool` gets text, and a
 * plain object gets the argument as it came.
 */
export type RlmTool = Omit<Tool, 'inputSchema'> & Partial<Pick<Tool, 'inputSchema'>>;

/** The tools of a run, as the engine's one way to call them takes them. */
export function toToolSet(tools: Iterable<RlmTool> | NamedTools): ToolSet {
  return createToolSet(listTools(tools).map(toTool));
}

function toTool(tool: RlmTool): Tool {
  const { inputSchema } = tool;
  if (inputSchema !== undefined) return { ...tool, inputSchema };
  return { ...tool, inputSchema: {}, isRaw: tool.input === undefined };
}
