import { allLocalsBytes, localValueBytes } from '../../contract/frames.js';
import { useView, type Bridge, type HelperConfig, type View } from './bridge.js';
import { HostCallError, createCalls } from './calls.js';
import { createFinals } from './finals.js';
import { grep } from './grep.js';
import {
  defineProperty,
  each,
  GuestReferenceError,
  GuestTypeError,
  globals,
  keys,
  newList,
  ownKeys,
  parse,
  setPrototypeOf,
  stringify,
} from './intrinsics.js';
import { toJson } from './json.js';
import { defineLocales } from './locales.js';
import { addName, noteAssigned, restoreNames, settleHelpers, takenNames } from './names.js';
import { chunk, lines } from './pieces.js';
import { createPrinting } from './printing.js';
import { pinRandomness } from './random.js';
import { describeError, showValue } from './show.js';
import { describeVariables, hasVariable, listVariables } from './variables.js';
import { createWholeOutput } from './whole-output.js';

/** What the child may request of the helpers; every answer is text, or undefined for none. */
type Operations = Readonly<Record<string, (...args: never[]) => string | undefined>>;

const maxListedNames = 1_000;
const maxNameChars = 200;

/** Defines the names of the sandbox, and returns how the child drives them. */
export function boot(
  call: Bridge['call'],
  final: Bridge['final'],
  print: Bridge['print'],
  brand: View['brand'],
  isOneText: View['isOneText'],
  configJson: string,
): Operations {
  useView({ brand, isOneText });
  const config = parse(configJson) as HelperConfig;
  const { functions, dialects, acceptsNull = false, seed, wholeOutputChars } = config;
  // What can be seen from here on is a variable.
  for (const name of keys(globals)) defineProperty(globals, name, { enumerable: false });
  const output = createWholeOutput(wholeOutputChars);
  const bridge: Bridge = {
    call,
    final,
    print(stream, text) {
      output.add(text);
      print(stream, text);
    },
  };
  const calls = createCalls(bridge);
  const finals = createFinals(bridge, calls, acceptsNull);
  const printing = createPrinting(bridge);
  let listing: string | undefined;
  pinRandomness(seed);
  defineLocales();

  addName('print', printing.print, 'function');
  addName('console', printing.console, 'function');
  addName('HostCallError', HostCallError, 'function');
  addName('SHOW_VARS', () => (listing = listVariables()), 'function');
  for (const name of functions) addName(name, calls.define(name), 'function');
  if (dialects.includes('final')) {
    addName('FINAL', finals.FINAL, 'function');
    addName('FINAL_VAR', finals.FINAL_VAR, 'function');
  }
  if (dialects.includes('submit')) addName('SUBMIT', finals.SUBMIT, 'function');
  if (dialects.includes('answer')) finals.defineAnswer();
  for (const [name, helper] of Object.entries({ grep, lines, chunk })) {
    if (!functions.includes(name)) addName(name, helper, 'helper');
  }

  return setPrototypeOf(
    {
      /** Before a cell, if code may have taken names. */
      restore() {
        restoreNames();
        return undefined;
      },
      answer() {
        calls.forget();
        finals.readAnswer();
        return undefined;
      },
      /** A line with JSON text of the cell's value and the names that it took, then JSON text of the variables. */
      end(completion: object | undefined, most: number, keepsOutput: boolean) {
        calls.forget();
        printing.end();
        const value = completion === undefined ? '' : showValue(completion, most, listing);
        const taken = takenNames();
        output.end(keepsOutput);
        const head = (value === '' ? '' : '"value":' + stringify(value) + ',') + '"taken":' + taken;
        return '{' + head + '}\n' + describeVariables(localValueBytes, allLocalsBytes);
      },
      settle(number: number, error: string | undefined, json: string) {
        calls.settle(number, error, json);
        return undefined;
      },
      set(name: string, value: unknown, isJson: boolean, isReserved: boolean) {
        const data = isJson ? (parse(value as string) as unknown) : value;
        globals[name] = data;
        if (typeof globals[name] !== typeof data) {
          throw new GuestTypeError(name + ' cannot be assigned');
        }
        noteAssigned(name, data, isReserved);
        settleHelpers();
        return undefined;
      },
      get(name: string) {
        if (!hasVariable(name)) throw new GuestReferenceError(name + ' is not defined');
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
}
