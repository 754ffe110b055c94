export { fields } from './fields.js';
export { checkOptions, type OptionRule } from './option-rule.js';
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
