import type { Bridge } from './bridge.js';
import { isIdentifier } from './identifier.js';
import { GuestError, GuestReferenceError, GuestTypeError, isArray } from './intrinsics.js';
import { toJson } from './json.js';
import { missingVariable } from './missing-variable.js';
import type { Variables } from './variables.js';

/** FINAL, FINAL_VAR and SUBMIT, as guests call them. */
export interface Finals {
  readonly FINAL: (...args: unknown[]) => never;
  readonly FINAL_VAR: (...args: unknown[]) => never;
  readonly SUBMIT: (...args: unknown[]) => never;
  /** Records an answer without stopping; throws if it cannot be an answer. */
  readonly record: (kind: string, name: string, json: string) => void;
}

/** Makes {@link Finals} over a bridge. */
export function createFinals(bridge: Bridge, variables: Variables): Finals {
  const record = (kind: string, name: string, json: string): void => {
    const refusal = bridge.final(kind, name, json);
    if (refusal !== undefined) throw new GuestTypeError('the answer cannot be taken: ' + refusal);
  };
  const finish = (kind: string, name: string, json: string): never => {
    record(kind, name, json);
    // The host has the answer. The engine ends this loop, and no `catch` sees it.
    bridge.stop?.();
    for (;;);
  };
  return {
    record,
    FINAL(...args) {
      if (args.length === 0) throw new GuestTypeError('FINAL needs an answer: FINAL(answer)');
      return finish('direct', '', toJson(args[0], 'FINAL', 'answer'));
    },
    FINAL_VAR(...args) {
      const name = args[0];
      if (args.length === 0) throw new GuestTypeError('FINAL_VAR needs a name: FINAL_VAR("name")');
      if (typeof name !== 'string' || !isIdentifier(name)) {
        return finish('direct', '', toJson(name, 'FINAL_VAR', 'answer'));
      }
      if (!variables.has(name)) {
        throw new GuestReferenceError(missingVariable(name, variables.names()));
      }
      return finish('variable', name, toJson(variables.read(name), 'FINAL_VAR', name));
    },
    SUBMIT(...args) {
      const fields = args[0];
      if (args.length === 0 || fields === undefined) {
        throw new GuestTypeError('SUBMIT needs fields: SUBMIT({ answer })');
      }
      const isFields =
        args.length === 1 && typeof fields === 'object' && fields !== null && !isArray(fields);
      const answer = args.length === 1 ? fields : args;
      const json = toJson(isFields ? fields : { answer }, 'SUBMIT', 'fields');
      if (json === '{}') throw new GuestError('SUBMIT needs at least one field');
      return finish('submit', '', json);
    },
  };
}
