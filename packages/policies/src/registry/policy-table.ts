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
export class PolicyTable {
  readonly #kind: PolicyKind;
  readonly #made = new Map<string, { entry: PolicyEntry; make: MakeFrom }>();
  /** The name that is meant when none is given. */
  initial: string;

  constructor(kind: PolicyKind) {
    this.#kind = kind;
    this.initial = kinds[kind].initial;
  }

  add(name: string, given: unknown, override: boolean): void {
    const make = asMaker(name, given);
    if (this.#made.has(name) && !override)
      throw new PolicyError(
        'duplicate_policy',
        `There is a ${this.#kind} policy '${name}' already; pass { override: true } to replace it`,
      );
    const about = given as Partial<PolicyEntry>;
    const entry = Object.freeze({
      kind: this.#kind,
      name,
      description: about.description ?? '',
      defaultConfig: about.defaultConfig ?? {},
    });
    this.#made.set(name, { entry, make });
  }

  /** The name itself, or the default's; throws when there is no such policy. */
  known(name?: string | null): string {
    const wanted = name === undefined || name === null || name === '' ? this.initial : name;
    const names = [...this.#made.keys()];
    if (this.#made.has(wanted)) return wanted;
    throw new PolicyError(
      'unknown_policy',
      `Unknown ${this.#kind} policy '${wanted}'. Known: ${names.join(', ') || `none; register one, or pass the family of '@rlm/policies/${this.#kind}'`}`,
      names,
    );
  }

  make(
    name: string | null | undefined,
    config: object | null | undefined,
    source: PolicySource,
  ): unknown {
    const wanted = this.known(name);
    const policy = this.#made.get(wanted)?.make(config, source);
    const has = policy as Readonly<Record<string, unknown>> | null | undefined;
    const missing = kinds[this.#kind].methods.filter((key) => typeof has?.[key] !== 'function');
    if (missing.length > 0)
      throw new PolicyError(
        'invalid_policy',
        `The ${this.#kind} policy '${wanted}' lacks ${missing.map((key) => `${key}()`).join(', ')}`,
      );
    return policy;
  }

  list(): readonly PolicyEntry[] {
    return [...this.#made.values()].map(({ entry }) => entry);
  }
}
