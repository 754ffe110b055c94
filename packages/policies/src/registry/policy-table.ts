import type { PolicySource } from '../define/define-policy.js';
import { PolicyError } from '../policy-error.js';
import { asMaker, type MakeFrom } from './as-maker.js';
import { findKnown } from './find-known.js';
import { kinds, type PolicyKind } from './kinds.js';

/** What a registry says about one policy. */
export interface PolicyEntry {
  readonly kind: PolicyKind;
  readonly name: string;
  readonly description: string;
  /** Its options with their defaults, where it declares them. */
  readonly defaultConfig: Readonly<Record<string, unknown>>;
}

/** The policies of one kind, by name. */
export interface PolicyTable {
  /** What is listed of each policy, and how it is made. */
  readonly rows: Map<string, readonly [entry: PolicyEntry, make: MakeFrom]>;
  /** Makes a policy, the default one without a name. */
  make(
    name: string | null | undefined,
    config: object | null | undefined,
    source: PolicySource,
  ): unknown;
  add(name: string, given: unknown, override?: boolean): void;
  /** Makes a policy the default. */
  prefer(name: string): void;
}

/** An empty table. */
export function policyTable(kind: PolicyKind): PolicyTable {
  const [first, method] = kinds[kind];
  let initial = first;
  const rows: PolicyTable['rows'] = new Map();
  const find = (name: string) => findKnown(rows, name, `${kind} policy`);
  return {
    rows,
    prefer(name) {
      find(name);
      initial = name;
    },
    add(name, given, override) {
      if (rows.has(name) && !override)
        throw new PolicyError(
          'duplicate_policy',
          `'${name}' exists: { override: true } replaces it`,
        );
      const { description = '', defaultConfig = {} } = given as Partial<PolicyEntry>;
      rows.set(name, [{ kind, name, description, defaultConfig }, asMaker(name, given)]);
    },
    make(wanted, config, source) {
      const name = wanted === '' ? initial : (wanted ?? initial);
      const policy = find(name)[1](config, source) as Partial<Record<string, unknown>> | undefined;
      if (typeof policy?.[method] !== 'function')
        throw new PolicyError('invalid_policy', `'${name}' lacks ${method}()`);
      return policy;
    },
  };
}
