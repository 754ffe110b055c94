import { brandOf } from './brand.js';
import { valueOf } from './class-name.js';
import {
  create,
  each,
  getPrototypeOf,
  guestGlobal,
  hasOwn,
  join,
  ownKeys,
  parse,
  push,
  stringify,
  toText,
} from './intrinsics.js';
import type { Variables } from './variables.js';

/** The question of a preflight check; see `NamesQuestion` of the worker, which writes it. */
interface Question {
  readonly names: readonly string[];
  readonly variables: readonly string[];
  readonly callbacks: readonly string[];
  readonly setLater: readonly string[];
  readonly setsAnyLater: boolean;
  readonly isUncertain: boolean;
}

/** JSON text of a list of texts; one of the whole list would ask `Array.prototype.toJSON`, which a cell may have made. */
function listText(list: readonly string[]): string {
  const texts: string[] = [];
  each(list, (text) => {
    push(texts, stringify(text));
  });
  return '[' + join(texts, ',') + ']';
}

const asyncPrototype: unknown = getPrototypeOf(async () => Promise.resolve());

const maxNames = 1_000;
const maxNameChars = 200;

/**
 * Answers which names exist, for a preflight check, and remembers what cells may set later; undefined if there is nothing
 * to say. The memory is the guest's own, and so is part of every snapshot. Runs no code of the user.
 */
export function createKnownNames(
  variables: Variables,
): (questionJson: string) => string | undefined {
  const setLater = create(null) as Record<string, boolean>;
  let setsAnyLater = false;
  let isUncertain = false;

  const names = (): string[] => {
    const list: string[] = [];
    each(ownKeys(guestGlobal), (key) => {
      // `_out` is never what a misspelt name should have been.
      if (typeof key === 'string' && key.length <= maxNameChars && key !== '_out') push(list, key);
      return list.length < maxNames;
    });
    return list;
  };
  const isMissing = (name: string): boolean => {
    if (hasOwn(guestGlobal, name)) return false;
    for (let at: unknown = getPrototypeOf(guestGlobal); at !== null; at = getPrototypeOf(at)) {
      if (brandOf(at as object) === 'proxy' || hasOwn(at as object, name)) return false;
    }
    return setLater[name] !== true;
  };
  const isAsync = (name: string): boolean => {
    const value = valueOf(guestGlobal, name);
    return (
      typeof value === 'function' &&
      brandOf(value) !== 'proxy' &&
      getPrototypeOf(value) === asyncPrototype
    );
  };
  const choose = (list: readonly string[], isChosen: (name: string) => boolean): string[] => {
    const chosen: string[] = [];
    each(list, (name) => {
      if (isChosen(name)) push(chosen, name);
    });
    return chosen;
  };

  return (questionJson) => {
    const question = parse(questionJson) as Question;
    const missing = choose(question.names, isMissing);
    const missingVariables = choose(
      question.variables,
      (name) => !variables.has(name) && setLater[name] !== true,
    );
    const asyncs = choose(question.callbacks, isAsync);
    const isNeeded = missing.length > 0 || missingVariables.length > 0;
    const answer =
      isNeeded || asyncs.length > 0 || setsAnyLater || isUncertain
        ? '{"missing":' +
          listText(missing) +
          ',"missingVariables":' +
          listText(missingVariables) +
          ',"asyncs":' +
          listText(asyncs) +
          ',"names":' +
          listText(isNeeded ? names() : []) +
          ',"setsAnyLater":' +
          toText(setsAnyLater) +
          ',"isUncertain":' +
          toText(isUncertain) +
          '}'
        : undefined;
    each(question.setLater, (name) => {
      setLater[name] = true;
    });
    setsAnyLater = setsAnyLater || question.setsAnyLater;
    isUncertain = isUncertain || question.isUncertain;
    return answer;
  };
}
