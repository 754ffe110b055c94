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

/** The tools of a set that are named, or that a test accepts. An unknown name throws. */
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

/** A tool under another name, or a set in which some have other names. An unknown name throws. */
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

/** Tools whose calls end after a time, in milliseconds; a shorter bound of their own stays. */
export function withTimeout<Value extends Tool | ToolSet>(value: Value, timeoutMs: number): Value {
  checkOption('timeoutMs', timeoutMs, required(positiveNumber), refuseOption);
  return mapTools(value, (tool) => ({
    ...tool,
    timeoutMs: Math.min(timeoutMs, tool.timeoutMs ?? timeoutMs),
  }));
}

/**
 * Tools whose calls a person must agree to: the run's `approve` is asked, and a call it refuses (or that
 * there is nobody to ask about) is a result for the model. `when` decides by the checked input.
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

const setRule = /* @__PURE__ */ withMethods('a tool set (createToolSet)', ['get']);
const acceptRule = /* @__PURE__ */ anyOf(
  { .../* @__PURE__ */ listOf(text), expected: 'a list of names' },
  callable,
);

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
