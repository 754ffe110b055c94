import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  required,
  someText,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  anything,
  callable,
  checkOption,
  messageOf,
  recordOf,
  refuseOption,
  shape,
  tellHook,
  warn,
} from '@rlm/repl-types/internal';

import { terminationPolicies } from '../termination/built-ins.js';
import { findKnown } from './find-known.js';
import { kinds, type PolicyKind } from '../define/kinds.js';
import { policyTable, type PolicyTable } from './policy-table.js';
import type {
  PoliciesConfig,
  PolicyRegistry,
  PolicyRegistryOptions,
  RegisterOptions,
} from './types.js';

const registryRule = (): OptionRule =>
  fields<PolicyRegistryOptions>({
    families: listOf(
      shape('a family such as rewardPolicies', {
        kind: required(oneOf(...Object.keys(kinds))),
        policies: required(listOf(callable)),
      }),
    ),
    onDiagnostic: callable,
  });

/** A policy by its name. The functions that read them check the name and the configuration. */
const namedRule = (): OptionRule => fields({ name: anything, config: anything });

/**
 * Creates a registry with the built-in termination policies and the given families.
 *
 * @example
 * const registry = createPolicyRegistry();
 * const policy = registry.getTermination('max_steps', { maxSteps: 20 });
 */
export function createPolicyRegistry(options: PolicyRegistryOptions = {}): PolicyRegistry {
  checkOptions(options, registryRule(), refuseOption);
  const { families = [], onDiagnostic } = options;
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
    createFromConfig(config: PoliciesConfig) {
      checkOptions(config, required(recordOf(namedRule())), refuseOption);
      return Object.fromEntries(
        Object.entries(config).map(([kind, entry]) => [
          kind,
          tableOf(kind).make(entry.name, entry.config, policies),
        ]),
      );
    },
  };
  const policies = registry as unknown as PolicyRegistry;

  for (const [kind, table] of tables) {
    const suffix = kind.replace(/^./, (letter) => letter.toUpperCase());
    registry[`get${suffix}`] = (name?: string | null, config?: object | null) =>
      table.make(name, config, policies);
    registry[`register${suffix}`] = (name: string, ...[first, second]: [unknown?, unknown?]) => {
      checkOption('name', name, required(someText), refuseOption);
      const decorates = first === undefined || typeof first === 'object';
      const how = decorates ? first : second;
      checkOptions(how, fields<RegisterOptions>({ override: trueOrFalse }), refuseOption);
      const add = <Given>(given: Given): Given => {
        const override = (how as RegisterOptions | undefined)?.override;
        const origin = table.register(name, given, override);
        if (origin === 'replacement' && override !== true) {
          const message = `The registered ${kind} policy '${name}' replaces the built-in one`;
          tellHook(onDiagnostic, [{ code: 'built_in_replaced', message }], (fault) => {
            warn(`onDiagnostic of a policy registry failed: ${messageOf(fault)}`);
          });
        }
        return given;
      };
      return decorates ? add : add(first);
    };
  }
  for (const family of [{ kind: 'termination', policies: terminationPolicies }, ...families])
    for (const policy of family.policies) tableOf(family.kind).add(policy.policyName, policy);
  return policies;
}
