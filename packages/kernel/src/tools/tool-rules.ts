import {
  listOf,
  positiveNumber,
  required,
  rule,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  advised,
  anyOf,
  callable,
  isPromise,
  isRecord,
  mismatch,
  shape,
  unexpected,
  withMethods,
} from '@rlm/repl-types/internal';

import { isListed, readSchema } from './named-tools.js';
import { schemaRule } from './standard-schema.js';

/** The rule for a tool's name. */
export const nameRule: OptionRule = rule(
  'a name of letters, digits, "_" and "-", at most 64',
  (value) => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(value),
);

/** The rule for one tool, as made by `defineTool`. */
export const toolRule = (): OptionRule =>
  shape('a tool (defineTool)', {
    name: required(nameRule),
    description: required(text),
    input: schemaRule,
    timeoutMs: positiveNumber,
    approval: callable,
    execute: required(callable),
  });

const advice = 'Pass a list: [defineTool({ name, description, input, execute })].';

/** The rule for an iterable of tools; text is refused. */
export const listedToolsRule: OptionRule = advised(
  rule(
    'a list of tools',
    (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
  ),
  (value) => (typeof value === 'object' && value !== null ? advice : undefined),
);

const inputSchemaRule: OptionRule = {
  expected: 'a schema (zod, valibot, arktype, or jsonSchema() of the AI SDK)',
  find(value, option) {
    const schema = readSchema(value);
    if (schema === undefined) return unexpected(option, inputSchemaRule.expected, value);
    if (!isPromise(schema.json)) return undefined;
    return unexpected(option, 'a JSON Schema, not a promise of one', schema.json);
  },
};

/**
 * The rule for one tool given by name. A tool of `defineTool` has a name and a plain JSON Schema.
 */
const namedToolRule = (): OptionRule => {
  const expected = 'a tool (tool() of the AI SDK, or defineTool)';
  const named = shape(expected, {
    description: text,
    inputSchema: required(inputSchemaRule),
    needsApproval: anyOf(trueOrFalse, callable),
    toModelOutput: callable,
    execute: required(callable),
  });
  const defined = toolRule();
  return {
    expected,
    find: (value, option) =>
      isRecord(value) && 'name' in value && readSchema(value['inputSchema']) === undefined
        ? defined.find(value, option)
        : named.find(value, option),
  };
};

/** The rule for one tool of a list. A tool of the AI SDK has no name of its own. */
const listedToolRule = (): OptionRule => {
  const tool = toolRule();
  const advice = 'Pass tools of the AI SDK by name: { look: tool({ ... }) }.';
  return {
    ...tool,
    find: (value, option) =>
      isRecord(value) && value['name'] === undefined
        ? mismatch(`${option}.name`, nameRule.expected, 'undefined', advice)
        : tool.find(value, option),
  };
};

/** The rule for a list of tools, a tool set, or tools by name. */
export const toolsRule = (): OptionRule => {
  const list = advised(listOf(listedToolRule()), (value) =>
    typeof value === 'object' && value !== null ? advice : undefined,
  );
  const set = withMethods('a tool set', ['get']);
  const named = namedToolRule();
  return {
    expected: 'a list of tools',
    find(value, option) {
      if (typeof value !== 'object' || value === null) return list.find(value, option);
      if (isListed(value)) {
        const isSet = set.find(value, option) === undefined;
        return list.find(isSet ? [...(value as Iterable<unknown>)] : value, option);
      }
      for (const [name, tool] of Object.entries(value)) {
        const place = `${option}.${name}`;
        const fault = nameRule.find(name, place) ?? named.find(tool, place);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
};
