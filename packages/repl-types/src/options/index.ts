export { describeValue } from './describe-value.js';
export { fields, shape, type OptionRules, type OtherNames } from './fields.js';
export { nameDistance, nearestFirst } from './nearest-names.js';
export {
  checkOption,
  checkOptions,
  unexpected,
  type OptionFault,
  type OptionRule,
  type RefuseOption,
} from './option-rule.js';
export {
  abortSignal,
  advised,
  anyOf,
  anything,
  bound,
  callable,
  listOf,
  numberFrom,
  oneOf,
  orFalse,
  positiveNumber,
  recordOf,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
  withMethods,
} from './rules.js';
