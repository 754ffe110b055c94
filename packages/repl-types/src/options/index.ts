export { fields } from './fields.js';
export { checkOptions, type OptionFault, type OptionRule } from './option-rule.js';
export {
  anything,
  callable,
  listOf,
  oneOf,
  positiveNumber,
  recordOf,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
} from './rules.js';
