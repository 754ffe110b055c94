import { rule, type OptionRule } from '@rlm/repl-types/options';

/** The rule for an option that names a command. */
export const commandRule: OptionRule = /* @__PURE__ */ rule(
  'a command or an absolute path',
  (value) => typeof value === 'string' && value !== '',
);
