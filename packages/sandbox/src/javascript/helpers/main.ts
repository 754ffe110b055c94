import { allLocalsBytes, localValueBytes } from '../../contract/frames.js';
import { useBridge, type Bridge, type HelperConfig } from './bridge.js';
import { forgetCalls, HostCallError, hostFunction, settleCall } from './calls.js';
import { defineFinals, readAnswer } from './finals.js';
import { grep } from './grep.js';
import {
  defineProperty,
  each,
  NativeReferenceError,
  NativeTypeError,
  globals,
  keys,
  newList,
  ownKeys,
  parse,
  setPrototypeOf,
  stringify,
} from './intrinsics.js';
import { describeError, showValue } from './inspect.js';
import { toJson } from './json.js';
import { defineLocales } from './locales.js';
import { addName, noteAssigned, restoreNames, settleHelpers, takenNames } from './names.js';
import { defineOutput, endOutput } from './output.js';
import { chunk, lines } from './pieces.js';
import { cellConsole, endGroups, print } from './printing.js';
import { pinRandomness } from './random.js';
import { describeVariables, hasVariable, listVariables } from './variables.js';

/** What the child may request of the helpers; every answer is text, or undefined for none. */
type Operations = Readonly<Record<string, (...args: never[]) => string | undefined>>;

const maxListedNames = 1_000;
const maxNameChars = 200;

let listing: string | undefined;

/** Defines the names of the sandbox, and returns how the child drives them. */
export function boot(bridge: Bridge, configJson: string): Operations {
  useBridge(bridge);
  const config = parse(configJson) as HelperConfig;
  const { functions, dialects, acceptsNull = false, seed, wholeOutputChars } = config;
  // What can be seen from here on is a variable.
  for (const name of keys(globals)) defineProperty(globals, name, { enumerable: false });
  pinRandomness(seed);
  defineLocales();
  defineOutput(wholeOutputChars);
  addName('print', print, 'function');
  addName('console', cellConsole, 'function');
  addName('HostCallError', HostCallError, 'function');
  addName('SHOW_VARS', () => (listing = listVariables()), 'function');
  for (const name of functions) addName(name, hostFunction(name), 'function');
  defineFinals(dialects, acceptsNull);
  for (const [name, helper] of Object.entries({ grep, lines, chunk })) {
    if (!functions.includes(name)) addName(name, helper, 'helper');
  }
  return operations;
}

const operations: Operations = setPrototypeOf(
  {
    /** Before a cell, if code may have taken names. */
    restore() {
      restoreNames();
      return undefined;
    },
    answer() {
      forgetCalls();
      readAnswer();
      return undefined;
    },
    /** A line with JSON text of the cell's value and the names that it took, then JSON text of the variables. */
    end(completion: object | undefined, most: number, keepsOutput: boolean) {
      forgetCalls();
      endGroups();
      const value = completion === undefined ? '' : showValue(completion, most, listing);
      const taken = takenNames();
      endOutput(keepsOutput);
      const head = (value === '' ? '' : '"value":' + stringify(value) + ',') + '"taken":' + taken;
      return '{' + head + '}\n' + describeVariables(localValueBytes, allLocalsBytes);
    },
    settle(number: number, error: string | undefined, json: string) {
      settleCall(number, error, json);
      return undefined;
    },
    set(name: string, value: unknown, isJson: boolean, isReserved: boolean) {
      const data = isJson ? (parse(value as string) as unknown) : value;
      globals[name] = data;
      if (typeof globals[name] !== typeof data) {
        throw new NativeTypeError(name + ' cannot be assigned');
      }
      noteAssigned(name, data, isReserved);
      settleHelpers();
      return undefined;
    },
    get(name: string) {
      if (!hasVariable(name)) throw new NativeReferenceError(name + ' is not defined');
      return toJson(globals[name], 'the value cannot leave', name);
    },
    variables: () => describeVariables(),
    /** JSON text of the names that there are, for one that is misspelt: that is never `_out`. */
    names() {
      const list = newList<string>();
      each(ownKeys(globals), (key) => {
        if (typeof key !== 'string' || key.length > maxNameChars || key === '_out') return;
        if (list.length < maxListedNames) list[list.length] = key;
      });
      return stringify(list);
    },
    error: (value: unknown) => describeError(value),
  },
  null,
) as Operations;
