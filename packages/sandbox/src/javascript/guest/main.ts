import { allLocalsBytes, localValueBytes } from '../../contract/frames.js';
import { useBrands, type Bridge, type GuestConfig } from './bridge.js';
import { HostCallError, createCalls } from './calls.js';
import { createFinals } from './finals.js';
import {
  apply,
  GuestReferenceError,
  GuestTypeError,
  guestGlobal,
  parse,
  stringify,
} from './intrinsics.js';
import { toJson } from './json.js';
import { createKnownNames } from './known-names.js';
import { defineLocales } from './locales.js';
import { createPrinting } from './printing.js';
import { pinRandomness } from './random.js';
import { describeError, showValue } from './show.js';
import { createHelpers, createReserved } from './taken-names.js';
import { createVariables } from './variables.js';
import { createWholeOutput } from './whole-output.js';

/** The operations that the child may request from the guest's own code; every answer is text, or undefined for none. */
export type Dispatch = (operation: string, ...args: unknown[]) => string | undefined;

/** Defines the guest's names, and returns how the child drives them. */
export function boot(
  call: Bridge['call'],
  final: Bridge['final'],
  print: Bridge['print'],
  brand: Bridge['brand'],
  configJson: string,
): Dispatch {
  useBrands(brand);
  const {
    functions,
    dialects,
    acceptsNull = false,
    seed,
    wholeOutputChars,
  } = parse(configJson) as GuestConfig;
  const helpers = createHelpers();
  const variables = createVariables(helpers);
  const output = createWholeOutput(wholeOutputChars);
  const bridge: Bridge = {
    call,
    final,
    print(stream, text) {
      output.add(text);
      print(stream, text);
    },
    brand,
  };
  const calls = createCalls(bridge);
  const finals = createFinals(bridge, variables, calls, acceptsNull);
  const knownNames = createKnownNames(variables);
  const reserved = createReserved(variables);
  const hasAnswer = dialects.includes('answer');
  pinRandomness(seed);
  defineLocales();

  const printing = createPrinting(bridge);
  reserved.add('print', printing.print);
  reserved.add('console', printing.console);
  reserved.add('HostCallError', HostCallError);
  let listing: string | undefined;
  reserved.add('SHOW_VARS', () => (listing = variables.list()));
  for (const name of functions) reserved.add(name, calls.define(name));
  if (dialects.includes('final')) {
    reserved.add('FINAL', finals.FINAL);
    reserved.add('FINAL_VAR', finals.FINAL_VAR);
  }
  if (dialects.includes('submit')) reserved.add('SUBMIT', finals.SUBMIT);
  if (hasAnswer) {
    variables.hide('answer');
    finals.defineAnswer();
  }

  helpers.settle();

  const operations: Record<string, (...args: never[]) => string | undefined> = {
    begin(isOutputRead: boolean, question: string) {
      // A cell that was stopped while it printed has not done so.
      output.begin(isOutputRead);
      printing.begin();
      reserved.restore();
      helpers.begin();
      return question === '' ? undefined : knownNames(question);
    },
    answer() {
      calls.forget();
      finals.readAnswer();
      return undefined;
    },
    /** JSON text of the findings about names of the host that the cell has taken. */
    taken() {
      let findings = '';
      const add = (code: string, name: string): void => {
        findings +=
          (findings === '' ? '' : ',') +
          ('{"code":"' + code + '","name":' + stringify(name) + ',"line":0,"isCertain":false}');
      };
      reserved.eachTaken((name, isVariable) => {
        add(isVariable ? 'data_restored' : 'function_restored', name);
      });
      helpers.eachTaken((name) => {
        add('function_replaced', name);
      });
      return '[' + findings + ']';
    },
    end() {
      calls.forget();
      output.end();
      return variables.describe(localValueBytes, allLocalsBytes);
    },
    settle(number: number, error: string | undefined, json: string) {
      calls.settle(number, error, json);
      return undefined;
    },
    set(name: string, value: unknown, isJson: boolean, isReserved: boolean) {
      const data = isJson ? (parse(value as string) as unknown) : value;
      guestGlobal[name] = data;
      if (typeof guestGlobal[name] !== typeof data)
        throw new GuestTypeError(name + ' cannot be assigned');
      if (isReserved) reserved.addVariable(name, data);
      else reserved.removeVariable(name);
      return undefined;
    },
    get(name: string) {
      if (!variables.has(name)) throw new GuestReferenceError(name + ' is not defined');
      return toJson(variables.read(name), 'the value cannot leave', name);
    },
    variables: () => variables.describe(),
    error: (value: unknown) => describeError(value),
    show: (completion: object, most: number) => showValue(completion, most, listing),
  };
  return (operation, ...args) => apply(operations[operation] as never, undefined, args as never[]);
}
