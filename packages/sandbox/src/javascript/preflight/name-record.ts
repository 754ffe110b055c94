import { isIdentifier } from '../guest/identifier.js';
import { functionScope, openScope, type NameUse, type Scope, type Sureness } from './scope.js';

/** A call of a function by its name, with a number of arguments that can be counted. */
export interface NamedCall extends NameUse {
  readonly given: number;
}

/** A name that is given a value. */
interface NameSet {
  readonly name: string;
  readonly scope: Scope;
}

/** The names in a cell: which it reads, which it sets, and whether it can set others. */
export interface CellReading {
  readonly uses: readonly NameUse[];
  readonly calls: readonly NamedCall[];
  /** Names passed to FINAL_VAR. */
  readonly finalVars: readonly NameUse[];
  /** Assignments without a declaration: if nothing declares the name, they create a global variable. */
  readonly assigned: readonly NameSet[];
  /** The first top-level statement that sets each name of the cell; -1 if it is set from the start. */
  readonly setBy: ReadonlyMap<string, number>;
  /** Names that are probed (`typeof x`, `globalThis.x`): such code expects that they may be missing. */
  readonly probed: ReadonlySet<string>;
  /** Whether the cell can set names that it does not write (`eval`, `globalThis[name]`). */
  readonly isDynamic: boolean;
  /** Whether a function of the cell can do that when a later cell calls it. */
  readonly isDynamicLater: boolean;
  /** Short texts in the cell: names may be among them. */
  readonly texts: ReadonlySet<string>;
  /** Whether a function of the cell can end the run. */
  readonly endsLater: boolean;
  readonly global: Scope;
  /** The start of code that never runs, and the call before it that ends the run. */
  readonly dead: { readonly at: number; readonly by: string } | undefined;
}

const dynamicNames = new Set(['eval', 'Function', 'globalThis']);

/** Records the names in a cell, statement by statement. */
export class NameRecord implements CellReading {
  readonly uses: NameUse[] = [];
  readonly calls: NamedCall[] = [];
  readonly finalVars: NameUse[] = [];
  readonly assigned: NameSet[] = [];
  readonly setBy: Map<string, number>;
  readonly probed: Set<string>;
  readonly texts: Set<string>;
  readonly global: Scope = openScope('global');
  isDynamic = false;
  isDynamicLater = false;
  endsLater = false;
  dead: CellReading['dead'];
  /** The number of the top-level statement that is being read. */
  statement = 0;
  /** Whether it can never run. */
  isDead = false;
  /** How often a function that ends the run was mentioned so far. */
  mentionedEnders = 0;
  readonly enders: ReadonlySet<string>;

  constructor(enders: ReadonlySet<string>) {
    this.enders = enders;
    this.setBy = new Map();
    this.probed = new Set();
    this.texts = new Set();
  }

  /** A declaration; that of a function holds from the start, and in a block also for the function around it. */
  declare(name: string | undefined, scope: Scope, isFunction = false): void {
    if (name === undefined) return;
    scope.names.add(name);
    if (isFunction) functionScope(scope).names.add(name);
    if (scope === this.global) this.#noteSet(name, isFunction ? -1 : this.statement);
  }

  /** Any name may be set: by code that runs at once, or by a function that later cells can call too. */
  openAll(scope: Scope): void {
    this.isDynamic = true;
    this.isDynamicLater ||= functionScope(scope) !== this.global;
  }

  assign(name: string, scope: Scope): void {
    if (this.enders.has(name)) this.mentionedEnders++;
    this.assigned.push({ name, scope });
    this.#noteSet(name, functionScope(scope) === this.global ? this.statement : -1);
  }

  use(name: string, at: number, scope: Scope, sure: Sureness): void {
    if (dynamicNames.has(name)) this.openAll(scope);
    if (this.enders.has(name)) this.mentionedEnders++;
    if (!this.isDead) this.uses.push(this.#useOf(name, at, scope, sure));
  }

  /** A call. `given` is undefined if the arguments cannot be counted; `text` is the first one if it is text. */
  call(
    name: string,
    at: number,
    [scope, sure]: readonly [Scope, Sureness],
    given: number | undefined,
    text: string | undefined,
  ): void {
    if (this.isDead) return;
    const use = this.#useOf(name, at, scope, sure);
    if (given !== undefined) this.calls.push({ ...use, given });
    if (name === 'FINAL_VAR' && text !== undefined && isIdentifier(text)) {
      this.finalVars.push({ ...use, name: text });
    }
  }

  #noteSet(name: string, statement: number): void {
    this.setBy.set(name, Math.min(statement, this.setBy.get(name) ?? Infinity));
  }

  #useOf(name: string, at: number, scope: Scope, sure: Sureness): NameUse {
    return { name, at, scope, sure, statement: this.statement };
  }
}
