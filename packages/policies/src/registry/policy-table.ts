import type { PolicySource } from '../define/define-policy.js';
import { PolicyError } from '../policy-error.js';
import { asMaker, type MakeFrom } from './as-maker.js';
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
  /** The name that is meant when none is given. */
  initial: string;
  add(name: string, given: unknown, override?: boolean): void;
  /** Makes a policy, the default one without a name. */
  make(
    name: string | null | undefined,
    config: object | null | undefined,
    source: PolicySource,
  ): unknown;
  /** The name itself; throws when there is no such policy. */
  known(name: string): string;
  list(): readonly PolicyEntry[];
}

/** An empty table. */
export function policyTable(kind: PolicyKind): PolicyTable {
  const [initial, ...methods] = kinds[kind];
  const makers = new Map<string, { readonly entry: PolicyEntry; readonly make: MakeFrom }>();
  const find = (name: string) => {
    const found = makers.get(name);
    if (found) return found;
    const names = [...makers.keys()];
    const known = names.join(', ') || `none; see @rlm/policies/${kind}`;
    throw new PolicyError(
      'unknown_policy',
      `Unknown ${kind} policy '${name}'. Known: ${known}`,
      names,
    );
  };
  return {
    initial,
    add(name, given, override) {
      if (makers.has(name) && !override)
        throw new PolicyError(
          'duplicate_policy',
          `The ${kind} policy '${name}' exists; replace it with { override: true }`,
        );
      const { description = '', defaultConfig = {} } = given as Partial<PolicyEntry>;
      const entry = { kind, name, description, defaultConfig };
      makers.set(name, { entry, make: asMaker(name, given) });
    },
    make(wanted, config, source) {
      const name = wanted === undefined || wanted === null || wanted === '' ? this.initial : wanted;
      const policy = find(name).make(config, source) as
        Partial<Record<string, unknown>> | undefined;
      for (const method of methods)
        if (typeof policy?.[method] !== 'function')
          throw new PolicyError('invalid_policy', `The ${kind} policy '${name}' lacks ${method}()`);
      return policy;
    },
    known: (name) => find(name).entry.name,
    list: () => [...makers.values()].map(({ entry }) => entry),
  };
}
