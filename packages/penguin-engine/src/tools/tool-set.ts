import { checkOption, required } from '@rlm/repl-types/options';

import { refuseTool, ToolDefinitionError } from './errors.js';
import { toolRule } from './tool-rules.js';
import type { Tool, ToolSet } from './types.js';

/** Puts tools together. Throws `ToolDefinitionError` when two have one name. */
export function createToolSet(tools: Iterable<Tool>): ToolSet {
  const list = [...tools];
  for (const tool of list) checkOption('', tool, required(toolRule()), refuseTool(tool));
  const byName = new Map<string, Tool>();
  for (const tool of list) {
    if (byName.has(tool.name)) throw new ToolDefinitionError(tool.name, 'the name is taken twice');
    byName.set(tool.name, tool);
  }
  return Object.freeze({
    names: Object.freeze([...byName.keys()]),
    get: (name: string) => byName.get(name),
    [Symbol.iterator]: () => byName.values(),
  });
}

/** Whether a value is a set rather than one tool. */
export function isToolSet(value: Tool | ToolSet): value is ToolSet {
  return 'names' in value;
}
