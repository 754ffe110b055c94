import { maxVariables, variablePreviewChars } from '../../contract/frames.js';
import { createDescriber } from './describer.js';
import type { Helpers } from './helpers.js';
import { typeNameOf } from './inspect.js';
import {
  append,
  create,
  each,
  getOwnPropertyDescriptor,
  guestGlobal,
  hasOwn,
  join,
  keys,
  lookupGetter,
  newList,
  ownKeys,
  push,
} from './intrinsics.js';

/** Longest name that is listed: a longer one is made to fill a prompt. */
const maxNameChars = 200;

/** The user's variables: the enumerable globals that were not there before the first cell. */
export interface Variables {
  has(name: string): boolean;
  names(): string[];
  /** A variable's value; runs the getter of one that has one. */
  read(name: string): unknown;
  /**
   * JSON text of descriptions; short data also as itself, up to `valueLength` characters each and `allValuesLength` in
   * all.
   */
  describe(valueLength?: number, allValuesLength?: number): string;
  /** One line a variable: `name: type`. */
  list(): string;
  /** Marks a name as the sandbox's own. */
  hide(name: string): void;
}

/**
 * Creates {@link Variables}. Names that exist now do not belong to the user, nor do the helpers while they are
 * unchanged.
 */
export function createVariables(helpers: Helpers): Variables {
  const hidden = create(null) as Record<PropertyKey, boolean>;
  for (const key of ownKeys(guestGlobal)) hidden[key] = true;

  const beginList = createDescriber();

  const names = (): string[] => {
    const list: string[] = [];
    helpers.settle();
    each(keys(guestGlobal), (name) => {
      if (hidden[name] !== true) push(list, name);
    });
    return list;
  };
  const read = (name: string): unknown => guestGlobal[name];
  /** Undefined if it has a getter. */
  const peek = (name: string): unknown =>
    hasOwn(guestGlobal, name) && lookupGetter(guestGlobal, name) === undefined
      ? guestGlobal[name]
      : undefined;

  return {
    has(name) {
      helpers.settle();
      return (
        hidden[name] !== true && getOwnPropertyDescriptor(guestGlobal, name)?.enumerable === true
      );
    },
    names,
    read,
    describe(valueLength = 0, allValuesLength = 0) {
      helpers.settle();
      const list = newList<string>();
      const describe = beginList(variablePreviewChars, valueLength, allValuesLength);
      const all = keys(guestGlobal);
      for (let index = 0; index < all.length && list.length < maxVariables; index++) {
        const name = all[index] ?? '';
        if (hidden[name] === true || name.length > maxNameChars) continue;
        append(list, describe(name, peek(name)));
      }
      return '[' + join(list, ',') + ']';
    },
    list() {
      const lines: string[] = [];
      each(names(), (name) => {
        if (name.length <= maxNameChars) push(lines, name + ': ' + typeNameOf(peek(name)));
      });
      return lines.length === 0 ? 'no variables' : join(lines, '\n');
    },
    hide(name) {
      hidden[name] = true;
    },
  };
}
