import type { KnownNames, NamesQuestion } from '../look-at-cell.js';
import { brandOf } from './bridge.js';
import {
  create,
  getPrototypeOf,
  guestGlobal,
  hasOwn,
  ownKeys,
  parse,
  stringify,
  valueOf,
} from './intrinsics.js';
import type { Variables } from './variables.js';

const asyncPrototype: unknown = getPrototypeOf(async () => Promise.resolve());

const maxNames = 1_000;
const maxNameChars = 200;

/**
 * Answers which names exist, for the look at a cell, and remembers which ones cells may set later; undefined if there is nothing
 * to tell. The memory is the guest's own, and so is part of every snapshot. Runs no code of the user.
 */
export function createKnownNames(
  variables: Variables,
): (questionJson: string) => string | undefined {
  const setLater = create(null) as Record<string, boolean>;
  let isOpen = false;

  const isMissing = (name: string): boolean => {
    if (isOpen || hasOwn(guestGlobal, name)) return false;
    for (let at: unknown = getPrototypeOf(guestGlobal); at !== null; at = getPrototypeOf(at)) {
      if (brandOf(at as object) === 'proxy' || hasOwn(at as object, name)) return false;
    }
    return setLater[name] !== true;
  };
  const isNoVariable = (name: string): boolean =>
    !isOpen && !variables.has(name) && setLater[name] !== true;
  const isAsync = (name: string): boolean => {
    const value = valueOf(guestGlobal, name);
    return (
      typeof value === 'function' &&
      brandOf(value) !== 'proxy' &&
      getPrototypeOf(value) === asyncPrototype
    );
  };
  // `_out` is never what a misspelt name should have been.
  const names = (): string[] =>
    ownKeys(guestGlobal)
      .filter((key) => typeof key === 'string')
      .filter((key) => key.length <= maxNameChars && key !== '_out')
      .slice(0, maxNames);

  return (questionJson) => {
    const question = parse(questionJson) as NamesQuestion;
    const missing = question.names.filter(isMissing);
    const missingVariables = question.variables.filter(isNoVariable);
    const asyncs = question.callbacks.filter(isAsync);
    for (const name of question.setLater) setLater[name] = true;
    isOpen ||= question.isOpen;
    const isNeeded = missing.length + missingVariables.length > 0;
    if (!isNeeded && asyncs.length === 0) return undefined;
    const answer: KnownNames = {
      missing,
      missingVariables,
      asyncs,
      names: isNeeded ? names() : [],
    };
    return stringify(answer);
  };
}
