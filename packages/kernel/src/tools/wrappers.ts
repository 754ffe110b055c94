import { listOf, positiveNumber, required, text, trueOrFalse } from '@rlm/repl-types/options';
import {
  anyOf,
  askHook,
  callable,
  checkOption,
  recordOf,
  mismatch,
  refuseOption,
  withMethods,
} from '@rlm/repl-types/internal';

import { refuseTool } from './errors.js';
import { nameRule, toolRule } from './tool-rules.js';
import { createToolSet, isToolSet } from './tool-set.js';
import type { ApprovalRule, Tool, ToolSet } from './types.js';

/** The tools of a set that are named, or that a function accepts. Throws for an unknown name. */
export function filtered(
  tools: ToolSet,
  accept: readonly string[] | ((tool: Tool) => boolean),
): ToolSet {
  checkOption('tools', tools, required(setRule), refuseOption);
  checkOption('accept', accept, required(acceptRule), refuseOption);
  if (typeof accept === 'function') {
    const isAccepted = (tool: Tool) => askHook('accept', () => accept(tool), trueOrFalse);
    return createToolSet([...tools].filter(isAccepted));
  }
  for (const name of accept) requireTool(tools, name);
  return createToolSet([...tools].filter(({ name }) => accept.includes(name)));
}

/** Renames a tool, or some tools of a set. Throws for an unknown name. */
export function renamed(tool: Tool, name: string): Tool;
export function renamed(tools: ToolSet, names: Readonly<Record<string, string>>): ToolSet;
export function renamed(
  value: Tool | ToolSet,
  names: string | Readonly<Record<string, string>>,
): Tool | ToolSet {
  checkToolOrSet(value);
  if (!isToolSet(value)) {
    checkOption('name', names, required(nameRule), refuseTool(value));
    return Object.freeze({ ...value, name: names as string });
  }
  checkOption('names', names, required(recordOf(nameRule)), refuseOption);
  const mapping = names as Readonly<Record<string, string>>;
  for (const name of Object.keys(mapping)) requireTool(value, name);
  return createToolSet(
    [...value].map((tool) => {
      const name = Object.hasOwn(mapping, tool.name) ? mapping[tool.name] : undefined;
      return name === undefined ? tool : renamed(tool, name);
    }),
  );
}

/** Limits the time of calls, in milliseconds; a shorter limit of a tool's own stays. */
export function withTimeout<Value extends Tool | ToolSet>(value: Value, timeoutMs: number): Value {
  checkOption('timeoutMs', timeoutMs, required(positiveNumber), refuseOption);
  return mapTools(value, (tool) => ({
    ...tool,
    timeoutMs: Math.min(timeoutMs, tool.timeoutMs ?? timeoutMs),
  }));
}

/**
 * Makes calls need a person's approval: the run calls its option `approve`, and a refused call (or
 * one without an `approve`) is an error result for the model. `when` decides from the checked
 * input.
 */
export function requiresApproval<Value extends Tool | ToolSet>(
  value: Value,
  when: ApprovalRule = () => true,
): Value {
  checkOption('when', when, callable, refuseOption);
  return mapTools(value, (tool) => ({
    ...tool,
    approval: (input, call) =>
      askHook(`the approval rule of ${tool.name}`, () => when(input), trueOrFalse) ||
      (tool.approval?.(input, call) ?? false),
  }));
}

const setRule = withMethods('a tool set (createToolSet)', ['get']);
const acceptRule = anyOf({ ...listOf(text), expected: 'a list of names' }, callable);

function checkToolOrSet(value: unknown): void {
  const either = anyOf(toolRule(), setRule);
  checkOption('tool', value, required(either), refuseOption);
}

function mapTools<Value extends Tool | ToolSet>(value: Value, map: (tool: Tool) => Tool): Value {
  checkToolOrSet(value);
  const result = isToolSet(value)
    ? createToolSet([...value].map((tool) => Object.freeze(map(tool))))
    : Object.freeze(map(value));
  return result as Value;
}

function requireTool(tools: ToolSet, name: string): void {
  if (tools.get(name) !== undefined) return;
  const known = tools.names.join(', ');
  throw refuseOption(
    mismatch('names', 'names of tools in the set', JSON.stringify(name), `Known names: ${known}.`),
  );
}
