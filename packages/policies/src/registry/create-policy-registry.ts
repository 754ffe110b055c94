import { PolicyError } from '../policy-error.js';
import { terminationPolicies } from '../termination/built-ins.js';
import { kinds, type PolicyKind } from './kinds.js';
import { PolicyTable } from './policy-table.js';
import type {
  PoliciesConfig,
  PolicyRegistry,
  PolicyRegistryOptions,
  RegisterOptions,
} from './types.js';

/**
 * A registry with the built-in termination policies in it, and with the families that are passed.
 *
 * @example
 * const registry = createPolicyRegistry();
 * const policy = registry.getTermination('max_steps', { maxSteps: 20 });
 */
export function createPolicyRegistry(options: PolicyRegistryOptions = {}): PolicyRegistry {
  const names = Object.keys(kinds) as PolicyKind[];
  const tables = new Map(names.map((kind) => [kind, new PolicyTable(kind)]));

  const tableOf = (kind: string): PolicyTable => {
    const table = tables.get(kind as PolicyKind);
    if (table) return table;
    throw new PolicyError(
      'unknown_policy',
      `Unknown kind of policies '${kind}'. Known: ${names.join(', ')}`,
      names,
    );
  };

  const methods: Record<string, unknown> = {};
  for (const [kind, table] of tables) {
    const suffix = kind.charAt(0).toUpperCase() + kind.slice(1);
    methods[`get${suffix}`] = (name?: string | null, config?: object | null) =>
      table.make(name, config, registry);
    methods[`register${suffix}`] = (name: string, ...rest: [unknown?, RegisterOptions?]) => {
      const decorates = typeof rest[0] !== 'function';
      const options = (decorates ? rest[0] : rest[1]) as RegisterOptions | undefined;
      const add = <Given>(given: Given): Given => {
        table.add(name, given, options?.override === true);
        return given;
      };
      return decorates ? add : add(rest[0]);
    };
  }

  const registry = {
    ...methods,
    list: (kind?: PolicyKind) =>
      (kind === undefined ? names : [kind]).flatMap((each) => tableOf(each).list()),
    defaults: () => Object.fromEntries(names.map((kind) => [kind, tableOf(kind).initial])),
    setDefault(...given: [string, string?]) {
      const [kind, name] = given[1] === undefined ? ['termination', given[0]] : given;
      const table = tableOf(kind);
      table.initial = table.known(name);
    },
    createFromConfig(config: PoliciesConfig) {
      return Object.fromEntries(
        Object.entries(config).map(([kind, entry]) => {
          const { name, config: given } = typeof entry === 'string' ? { name: entry } : entry;
          return [kind, tableOf(kind).make(name, given, registry)];
        }),
      );
    },
  } as unknown as PolicyRegistry;

  for (const family of [
    { kind: 'termination', policies: terminationPolicies },
    ...(options.families ?? []),
  ])
    for (const policy of family.policies)
      tableOf(family.kind).add(policy.policyName, policy, false);
  return registry;
}
