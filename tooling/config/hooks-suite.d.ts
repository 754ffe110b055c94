/** Code of a caller, which goes wrong: it fits wherever a function does. */
export type Hook = () => never;

/**
 * Runs something that calls the hook, by a public entry, until `abortSignal` is aborted. Gives a run, or what else the
 * caller sees; what is thrown counts too.
 */
export type HookRun = (hook: Hook, abortSignal: AbortSignal) => unknown;

/** The hooks of a package, by name, by what becomes of their answer. */
export interface Hooks {
  /** It is awaited for as long as it takes. */
  readonly awaited?: Readonly<Record<string, HookRun>>;
  /** It is awaited until the caller aborts. */
  readonly abortable?: Readonly<Record<string, HookRun>>;
  /** It is needed at once: a promise is refused. */
  readonly immediate?: Readonly<Record<string, HookRun>>;
  /** Nobody needs it; a fault is a diagnostic, or a warning of the process. */
  readonly told?: Readonly<Record<string, HookRun>>;
}

/**
 * Tests that a hook which goes wrong (it throws, rejects, gives a promise or a thenable, never settles) leaves no
 * rejection unhandled, and that the caller sees the fault.
 */
export function testHooks(hooks: Hooks): void;
