import { atOnce } from '../define/at-once.js';
import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';
import { asMaker, type MakeFrom } from './as-maker.js';
import { findKnown } from './find-known.js';
import { kinds, type PolicyKind } from '../define/kinds.js';

/** Where a policy comes from: built in, registered by the user, or registered in place of a built-in one. */
export type PolicyOrigin = 'built-in' | 'own' | 'replacement';

/** A registry's entry for one policy. */
export interface PolicyEntry {
  readonly kind: PolicyKind;
  readonly name: string;
  readonly description: string;
  /** Its options with their defaults, if it declares them. */
  readonly defaultConfig: Readonly<Record<string, unknown>>;
  readonly origin: PolicyOrigin;
}

/** The policies of one kind, by name. */
export interface PolicyTable {
  /** The listed entry of each policy, and its maker. */
  readonly rows: Map<string, readonly [entry: PolicyEntry, make: MakeFrom]>;
  /** Makes a policy; without a name, the default one. */
  make(
    name: string | null | undefined,
    config: object | null | undefined,
    source: PolicyNames,
  ): unknown;
  /** Adds a built-in policy. */
  add(name: string, given: unknown): void;
  /** Adds a user's policy and returns its origin. Replaces a built-in one; with `override`, any. */
  register(name: string, given: unknown, override?: boolean): PolicyOrigin;
  /** Makes a policy the default. */
  prefer(name: string): void;
}

/** An empty table. */
export function policyTable(kind: PolicyKind): PolicyTable {
  const [first, method] = kinds[kind];
  let initial = first;
  const rows: PolicyTable['rows'] = new Map();
  const find = (name: string) => findKnown(rows, name, `${kind} policy`);
  const put = (name: string, given: unknown, origin: PolicyOrigin): void => {
    const make = asMaker(name, given);
    const { description = '', defaultConfig = {} } = given as Partial<PolicyEntry>;
    rows.set(name, [{ kind, name, description, defaultConfig, origin }, make]);
  };
  const refuseDuplicate = (name: string): never => {
    throw new PolicyError(
      'duplicate_policy',
      `Policy '${name}' already exists. Replace it with { override: true }, or choose another name.`,
    );
  };
  return {
    rows,
    prefer(name) {
      find(name);
      initial = name;
    },
    add(name, given) {
      if (rows.has(name)) refuseDuplicate(name);
      put(name, given, 'built-in');
    },
    register(name, given, override) {
      const before = rows.get(name)?.[0].origin ?? 'own';
      if (rows.has(name) && before !== 'built-in' && !override) refuseDuplicate(name);
      const origin = before === 'own' ? 'own' : 'replacement';
      put(name, given, origin);
      return origin;
    },
    make(wanted, config, source) {
      const name = wanted === '' ? initial : (wanted ?? initial);
      const made = atOnce(`the maker of policy '${name}'`, find(name)[1](config, source));
      const policy = made as Partial<Record<string, unknown>> | null | undefined;
      if (typeof policy?.[method] !== 'function')
        throw new PolicyError(
          'invalid_policy',
          `Expected policy '${name}' to have a method ${method}(), got none.`,
        );
      return policy;
    },
  };
}
