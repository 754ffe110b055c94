/** How surely a place in a cell is reached when the cell runs. */
export const sureness = {
  /** Reached only where failure is expected: in `try`, or in a function that nothing calls yet. */
  guarded: 0,
  /** Reached by a condition, a loop or a call. */
  possible: 1,
  /** In every case. */
  certain: 2,
} as const;

/** One of {@link sureness}. */
export type Sureness = (typeof sureness)[keyof typeof sureness];

/** The less sure of two. */
export function atMost(sure: Sureness, most: Sureness): Sureness {
  return sure < most ? sure : most;
}

/** A stretch of a cell in which names are declared. */
export interface Scope {
  readonly kind: 'global' | 'function' | 'block';
  readonly parent: Scope | undefined;
  readonly names: Set<string>;
  /** The name of the outermost function or class around it, by which it is called. */
  readonly owner: string | undefined;
}

/** A use of a name. */
export interface NameUse {
  readonly name: string;
  /** Its index in the source. */
  readonly at: number;
  readonly sure: Sureness;
  readonly scope: Scope;
  /** The number of its top-level statement. */
  readonly statement: number;
}

/** A scope with no names yet. */
export function openScope(
  kind: Scope['kind'],
  parent?: Scope,
  owner: string | undefined = parent?.owner,
): Scope {
  return { kind, parent, names: new Set(), owner };
}

/** The scope that a `var` in it belongs to. */
export function functionScope(scope: Scope): Scope {
  let at = scope;
  while (at.kind === 'block' && at.parent !== undefined) at = at.parent;
  return at;
}

/** Whether a name is declared at its use, in the cell itself. */
export function isDeclared(name: string, scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.names.has(name)) return true;
  }
  return false;
}
