export { fields, type OptionRules, type OtherNames } from './fields.js';
export {
  checkOptions,
  type OptionRule,
  type OptionFault,
  type RefuseOption,
} from './option-rule.js';
export {
  listOf,
  oneOf,
  positiveNumber,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
} from './rules.js';
