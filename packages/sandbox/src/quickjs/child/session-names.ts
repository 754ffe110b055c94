/* eslint-disable no-prototype-builtins -- these are methods of handles */
import type { QuickJS } from 'quickjs-wasi';

import type { KnownNames } from '../../javascript/look-at-cell.js';

/** Names that are remembered; a longer one, or one more, counts as any. */
const maxLater = 10_000;
const maxNameChars = 200;

/** What a snapshot keeps of {@link SessionNames}. */
export interface LaterNames {
  readonly later: readonly string[];
  readonly isOpen: boolean;
}

/** The names that there are in a session, for the look at a cell. Asks the interpreter itself: no code of the user runs. */
export class SessionNames implements KnownNames {
  readonly #vm: QuickJS;
  readonly #list: () => readonly string[];
  /** Names that functions of earlier cells may set when they are called. */
  readonly #later: Set<string>;
  /** Whether earlier cells may set any name so, or end the run. */
  #isOpen: boolean;

  /** @param list The names of the global object, to look for one that is spelled alike. */
  constructor(
    vm: QuickJS,
    list: () => readonly string[],
    { later, isOpen }: LaterNames = { later: [], isOpen: false },
  ) {
    this.#vm = vm;
    this.#list = list;
    this.#later = new Set(later);
    this.#isOpen = isOpen;
  }

  has(name: string): boolean {
    if (this.#mayBeSet(name) || this.#vm.global.hasOwnProperty(name)) return true;
    for (let at = this.#vm.global.getPrototypeOf(); !at.isNull;) {
      const isThere = at.isProxy || at.hasOwnProperty(name);
      const next = at.getPrototypeOf();
      at.dispose();
      at = next;
      if (!isThere) continue;
      next.dispose();
      return true;
    }
    return false;
  }

  hasVariable(name: string): boolean {
    return this.#mayBeSet(name) || this.#vm.global.propertyIsEnumerable(name);
  }

  isAsync(name: string): boolean {
    const { value, get, set } = this.#vm.global.getOwnPropertyDescriptor(name) ?? {};
    const isAsync = value?.className === 'AsyncFunction';
    for (const handle of [value, get, set]) handle?.dispose();
    return isAsync;
  }

  list(): readonly string[] {
    return this.#list();
  }

  note(later: readonly string[], isOpen: boolean): void {
    for (const name of later) {
      if (name.length > maxNameChars || this.#later.size >= maxLater) this.#isOpen = true;
      else this.#later.add(name);
    }
    this.#isOpen ||= isOpen;
  }

  /** What is remembered. */
  get later(): LaterNames {
    return { later: [...this.#later], isOpen: this.#isOpen };
  }

  #mayBeSet(name: string): boolean {
    return this.#isOpen || this.#later.has(name);
  }
}
