import {
  listOf,
  positiveNumber,
  required,
  rule,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import { advised, callable, shape, withMethods } from '@rlm/repl-types/internal';

import { schemaRule } from './standard-schema.js';

/** What models call a tool by. */
export const nameRule: OptionRule = /* @__PURE__ */ rule(
  'a name of letters, digits, "_" and "-", at most 64',
  (value) => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(value),
);

/** One tool, as `defineTool` makes it. */
export const toolRule = (): OptionRule =>
  shape('a tool (defineTool)', {
    name: required(nameRule),
    description: required(text),
    input: schemaRule,
    timeoutMs: positiveNumber,
    approval: callable,
    execute: required(callable),
  });

const advice = 'give a list: [defineTool({ name, description, input, execute })]';

/** Whatever gives values one by one, and is no text. */
export const listedToolsRule: OptionRule = /* @__PURE__ */ advised(
  /* @__PURE__ */ rule(
    'a list of tools',
    (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
  ),
  (value) => (typeof value === 'object' && value !== null ? advice : undefined),
);

/** A list of tools, or a tool set: whatever gives tools one by one. */
export const toolsRule = (): OptionRule => {
  const list = advised(listOf(toolRule()), (value) =>
    typeof value === 'object' && value !== null ? advice : undefined,
  );
  const set = withMethods('a tool set', ['get']);
  return {
    expected: 'a list of tools',
    find(value, option) {
      const isSet = set.find(value, option) === undefined;
      const given =
        isSet && typeof value === 'object' && value !== null && Symbol.iterator in value;
      return list.find(given ? [...(value as Iterable<unknown>)] : value, option);
    },
  };
};
