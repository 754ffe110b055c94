import { rule, type OptionRule } from '@rlm/repl-types/options';

/** The rule for a SHA-256: 64 hexadecimal digits. */
export const digestRule: OptionRule = /* @__PURE__ */ rule(
  'a SHA-256 (64 hexadecimal digits)',
  (value) => typeof value === 'string' && /^[\da-f]{64}$/.test(value),
);
