import { terminationPolicies } from '../termination/built-ins.js';
import { findKnown } from './find-known.js';
import { kinds, type PolicyKind } from './kinds.js';
import { policyTable, type PolicyTable } from './policy-table.js';
import type { PoliciesConfig, PolicyRegistry, PolicyRegistryOptions } from './types.js';

type Override = { readonly override?: boolean } | undefined;

/**
 * A registry with the built-in termination policies in it, and with the families that are passed.
 *
 * @example
 * const registry = createPolicyRegistry();
 * const policy = registry.getTermination('max_steps', { maxSteps: 20 });
 */
export function createPolicyRegistry({
  families = [],
}: PolicyRegistryOptions = {}): PolicyRegistry {
  const tables = new Map<string, PolicyTable>(
    (Object.keys(kinds) as PolicyKind[]).map((kind) => [kind, policyTable(kind)]),
  );
  const tableOf = (kind: string) => findKnown(tables, kind, 'kind');
  const registry: Record<string, unknown> = {
    list: (kind?: string) =>
      (kind === undefined ? [...tables.values()] : [tableOf(kind)]).flatMap(({ rows }) =>
        [...rows.values()].map(([entry]) => entry),
      ),
    setDefault(first: string, second?: string) {
      tableOf(second === undefined ? 'termination' : first).prefer(second ?? first);
    },
    createFromConfig: (config: PoliciesConfig) =>
      Object.fromEntries(
        Object.entries(config).map(([kind, entry]) => [
          kind,
          tableOf(kind).make(entry.name, entry.config, policies),
        ]),
      ),
  };
  const policies = registry as unknown as PolicyRegistry;

  for (const [kind, table] of tables) {
    const suffix = kind.replace(/^./, (letter) => letter.toUpperCase());
    registry[`get${suffix}`] = (name?: string | null, config?: object | null) =>
      table.make(name, config, policies);
    registry[`register${suffix}`] = (name: string, ...[first, second]: [unknown?, Override?]) => {
      const decorates = first === undefined || typeof first === 'object';
      const add = <Given>(given: Given): Given => {
        table.add(name, given, (decorates ? (first as Override) : second)?.override);
        return given;
      };
      return decorates ? add : add(first);
    };
  }
  for (const family of [{ kind: 'termination', policies: terminationPolicies }, ...families])
    for (const policy of family.policies) tableOf(family.kind).add(policy.policyName, policy);
  return policies;
}
