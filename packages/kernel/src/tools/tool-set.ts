import { required } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { refuseTool } from './errors.js';
import { listedToolsRule, toolRule } from './tool-rules.js';
import type { Tool, ToolSet } from './types.js';

/**
 * Creates a set of tools. Throws `InvalidOptionError` if `tools` is not an iterable of tools, for a
 * wrong tool, and if two tools have the same name.
 */
export function createToolSet(tools: Iterable<Tool>): ToolSet {
  checkOption('tools', tools, required(listedToolsRule), refuseOption);
  const list = [...tools];
  for (const tool of list) checkOption('', tool, required(toolRule()), refuseTool(tool));
  const byName = new Map<string, Tool>();
  for (const tool of list) {
    if (byName.has(tool.name)) {
      throw refuseOption({
        option: 'name',
        message: `Two tools have the name ${JSON.stringify(tool.name)}. Rename one with renamed().`,
      });
    }
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
