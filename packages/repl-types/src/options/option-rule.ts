import { isPromise } from '../is-promise.js';
import { describeValue } from './describe-value.js';

/** What is wrong with an option. */
export interface OptionFault {
  /** Its path in the caller's options: `limits.maxTokens`, `tools[0].name`. */
  readonly option: string;
  /** What is wrong, in sentences that name the option: `Expected limits.maxTokens to be a whole number from 1, got -3.` */
  readonly message: string;
}

/** What the value of an option must be. */
export interface OptionRule {
  /** In words that follow `to be`: `a whole number from 1`. */
  readonly expected: string;
  /** Whether an absent value (undefined) is a fault. Default: false, and the rule ignores it. */
  readonly isRequired?: boolean;
  /** Whether undefined under a name that is there is a fault: data that was not found is not meant to be left out. */
  readonly isNeverUndefined?: boolean;
  /** If the value is an object of options: their names. */
  readonly names?: readonly string[];
  /**
   * Finds the first fault of a value that is not undefined. `elsewhere` holds the paths of options that a misplaced
   * name may mean.
   */
  readonly find: (
    value: unknown,
    option: string,
    elsewhere?: readonly string[],
  ) => OptionFault | undefined;
}

/** Creates the error that the called package throws. */
export type RefuseOption = (fault: OptionFault) => Error;

/**
 * The fault of a value that is not what was expected. An empty `option` means the options as a whole. Says so if a
 * promise must be awaited first, unless a function returned it (`policies[0]()`).
 */
export function unexpected(option: string, expected: string, value: unknown): OptionFault {
  const advice = isPromise(value) && !option.endsWith(')') ? 'Await it first.' : undefined;
  return mismatch(option === '' ? 'options' : option, expected, describeValue(value), advice);
}

/** The fault of a value that `got` describes. `advice` is a sentence that says what to do. */
export function mismatch(
  option: string,
  expected: string,
  got: string | number,
  advice?: string,
): OptionFault {
  const then = advice === undefined ? '' : ` ${advice}`;
  return { option, message: `Expected ${option} to be ${expected}, got ${got}.${then}` };
}

/** The fault of a value by its rule. An absent value is a fault if the rule requires one. */
export function faultOf(
  rule: OptionRule,
  value: unknown,
  option: string,
  elsewhere?: readonly string[],
): OptionFault | undefined {
  if (value !== undefined) {
    const fault = rule.find(value, option, elsewhere);
    return isPromise(fault)
      ? mismatch(option, 'a rule that answers at once', describeValue(fault))
      : fault;
  }
  return rule.isRequired === true ? unexpected(option, rule.expected, value) : undefined;
}

/** Throws the error that `refuse` makes of the first fault of one value. The caller knows the value as `option`. */
export function checkOption(
  option: string,
  value: unknown,
  rule: OptionRule,
  refuse: RefuseOption,
): void {
  const fault = faultOf(rule, value, option);
  if (fault === undefined) return;
  const error = refuse(fault);
  throw isPromise(error) ? new TypeError('Expected an error at once, got a promise.') : error;
}

/**
 * Throws the error that `refuse` makes of the first fault of an object of options. Undefined means that none were
 * given.
 */
export function checkOptions(options: unknown, rule: OptionRule, refuse: RefuseOption): void {
  checkOption('', options, rule, refuse);
}
