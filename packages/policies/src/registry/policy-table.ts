import { atOnce } from '../define/at-once.js';
import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';
import { asMaker, type MakeFrom } from './as-maker.js';
import { findKnown } from './find-known.js';
import { kinds, type PolicyKind } from '../define/kinds.js';

/** Whose a policy is: built in, registered beside those, or registered in place of one of them. */
export type PolicyOrigin = 'built-in' | 'own' | 'replacement';

/** What a registry says about one policy. */
export interface PolicyEntry {
  readonly kind: PolicyKind;
  readonly name: string;
  readonly description: string;
  /** Its options with their defaults, where it declares them. */
  readonly defaultConfig: Readonly<Record<string, unknown>>;
  readonly origin: PolicyOrigin;
}

/** The policies of one kind, by name. */
export interface PolicyTable {
  /** What is listed of each policy, and how it is made. */
  readonly rows: Map<string, readonly [entry: PolicyEntry, make: MakeFrom]>;
  /** Makes a policy, the default one without a name. */
  make(
    name: string | null | undefined,
    config: object | null | undefined,
    source: PolicyNames,
  ): unknown;
  /** Adds a policy that is built in. */
  add(name: string, given: unknown): void;
  /** Adds a user's policy; gives its origin. Replaces a built-in one, and with `override` any. */
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
    throw new PolicyError('duplicate_policy', `'${name}' exists: { override: true } replaces it`);
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
        throw new PolicyError('invalid_policy', `'${name}' lacks ${method}()`);
      return policy;
    },
  };
}
