import type { REPLResult, ReplLanguage } from '@rlm/repl-types';
import type { Expect } from '@rlm/repl-types/internal';

import type {
  ExecuteOptions,
  SandboxBackend,
  SandboxSession,
  SessionOptions,
  SessionSnapshot,
} from '../../contract/session.js';
import { createSuiteFunctions } from '../suite-functions.js';

/** A source for each language. */
type Sources = Readonly<Record<ReplLanguage, string>>;

/** The tools of a lifecycle case. */
export interface LifecycleStage {
  readonly backend: SandboxBackend;
  /** Opens a session, with the suite's host functions if others are not given. It is closed after the case. */
  readonly open: (options?: SessionOptions) => Promise<SandboxSession>;
  readonly expect: Expect;
  /** The source of the backend's language. */
  readonly code: (sources: Sources) => string;
}

/** A check that needs more than cells: the methods of a session. */
export type LifecycleCheck = (stage: LifecycleStage) => Promise<void>;

/** Checks by their names. */
export type LifecycleTable = Readonly<Record<string, LifecycleCheck>>;

/** Runs a check, and closes the sessions that it opened. */
export async function checkLifecycle(
  check: LifecycleCheck,
  backend: SandboxBackend,
  expect: Expect,
): Promise<void> {
  const opened: SandboxSession[] = [];
  const open: LifecycleStage['open'] = async (options) => {
    const session = await backend.open({ functions: createSuiteFunctions(), ...options });
    opened.push(session);
    return session;
  };
  try {
    await check({ backend, open, expect, code: (sources) => sources[backend.language] });
  } finally {
    for (const session of opened) await session.close();
  }
}

/** A cell that makes a variable. */
export const assignX: Sources = { python: 'x = 5', javascript: 'var x = 5' };
/** A cell that shows it. */
export const printX: Sources = { python: 'print(x)', javascript: 'print(x)' };
/** A cell that does not end. */
export const endless: Sources = { python: 'while True:\n    pass', javascript: 'while (true) {}' };

/** The code of a rejected promise's error, or undefined. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

/** A session's snapshot as it comes out of a file. */
export async function takeSnapshot(session: SandboxSession): Promise<SessionSnapshot> {
  const { bytes, ...rest } = await required(session.snapshot?.());
  return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), bytes: bytes.slice() };
}

/** What a method gives that a backend has if it claims `snapshot`. */
export async function required<Value>(given: Promise<Value> | undefined): Promise<Value> {
  if (given === undefined) throw new Error('the backend claims snapshots, and has no such method');
  return given;
}

/** A session, and the cell that has begun in it. */
interface BegunCell {
  readonly session: SandboxSession;
  readonly running: Promise<REPLResult>;
}

/** Begins a cell in a session of its own: resolves when it has called `begun()`, which answers, or `hang()`, which does not. */
export async function beginCell(
  { open, code }: LifecycleStage,
  cell: Sources,
  options?: ExecuteOptions,
): Promise<BegunCell> {
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const begun = (): void => {
    tell();
  };
  const hang = (): Promise<never> => {
    tell();
    return new Promise(() => undefined);
  };
  const session = await open({ functions: { begun, hang } });
  const running = session.execute(code(cell), options);
  await Promise.race([told, running]);
  return { session, running };
}
