import { describe, expect, it } from 'vitest';

import { testSandbox } from '../src/conformance/index.js';
import { cpython, unsafeCpython } from '../src/cpython/index.js';
import { createSandbox } from '../src/index.js';
import {
  createSandboxPool,
  type SandboxBackend,
  type SandboxPoolOptions,
  type SandboxSession,
  type SessionOptions,
} from '../src/index.js';
import { pyodide } from '../src/pyodide/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { scripted } from '../src/scripted/index.js';
import { scriptedBackend } from './session/support/scripted-backend.js';

/** Each option of a type, undefined. One that is missing here, or that may not be undefined, does not compile. */
type AllUndefined<Options> = { readonly [Name in keyof Required<Options>]: undefined };

/** What the call comes to: it must be the same without options, and with all of them undefined. */
interface Row<Options> {
  readonly options: AllUndefined<Options>;
  readonly call: (options: Options) => unknown;
}

const row = <Options>(
  options: AllUndefined<Options>,
  call: (options: Options & AllUndefined<Options>) => unknown,
): Row<never> => ({ options, call }) as never;

const backend = createSandbox(scriptedBackend([{ stdout: 'one\n', variables: { x: 1 } }, 'two\n']));

/** What a session shows of itself. */
async function shown(open: () => Promise<SandboxSession>): Promise<unknown> {
  await using session = await open();
  const { stdout, value, error, outcome } = await session.execute('print(6 * 7)');
  return { stdout, value, error, outcome, variables: await session.variables() };
}

/** What a backend is, and shows. */
async function made(own: SandboxBackend): Promise<unknown> {
  const { ok } = await own.probe();
  const { name, isolation, capabilities } = own;
  return { name, isolation, capabilities, ok, shown: ok && (await shown(() => own.open())) };
}

const inSession =
  <Options>(use: (session: SandboxSession, options: Options) => Promise<unknown>) =>
  async (options: Options): Promise<unknown> => {
    await using session = await backend.open();
    await session.execute('first');
    const { stdout, value } = ((await use(session, options)) ?? {}) as Partial<
      Record<string, unknown>
    >;
    return { stdout, value, variables: await session.variables() };
  };

const ofSession = {
  functions: undefined,
  limits: undefined,
  dialects: undefined,
  acceptsNull: undefined,
  require: undefined,
  preflight: undefined,
  seed: undefined,
  now: undefined,
  files: undefined,
  snapshot: undefined,
  tenant: undefined,
  onPlace: undefined,
  onWait: undefined,
  abortSignal: undefined,
} as const;

const ofLimits = {
  cellMs: undefined,
  graceMs: undefined,
  callTimeoutMs: undefined,
  sessionTimeoutMs: undefined,
  memoryBytes: undefined,
  maxOutputChars: undefined,
  maxValueBytes: undefined,
  maxValueDepth: undefined,
  maxValueNodes: undefined,
  maxValueDigits: undefined,
  maxHostCalls: undefined,
  maxConcurrentCalls: undefined,
  maxPendingCalls: undefined,
} as const;

const ofCall = { abortSignal: undefined, timeoutMs: undefined } as const;

/** What a session of a pool shows. */
async function pooled(options: SandboxPoolOptions, wanted: SessionOptions = {}): Promise<unknown> {
  const pool = createSandboxPool(backend, options);
  try {
    return await shown(() => pool.open(wanted));
  } finally {
    await pool.close();
  }
}

/** The names of the cases that the conformance suite runs. */
function casesOf(options: object): readonly string[] {
  const names: string[] = [];
  const it = Object.assign((name: string) => void names.push(name), {
    skip: (name: string) => void names.push(name),
  });
  const describe = (_: string, body: () => void): void => {
    body();
  };
  testSandbox({ backend, ...options }, { describe, it, expect });
  return names;
}

const python = {
  python: undefined,
  packages: undefined,
  readOnlyPaths: undefined,
  bubblewrap: undefined,
  maxSessions: undefined,
  onDiagnostic: undefined,
} as const;

const rows: Readonly<Record<string, Row<never>>> = {
  quickjs: row<NonNullable<Parameters<typeof quickjs>[0]>>(
    { wasm: undefined, node: undefined, maxSessions: undefined, onDiagnostic: undefined },
    (options) => made(quickjs(options)),
  ),
  pyodide: row<NonNullable<Parameters<typeof pyodide>[0]>>(
    {
      packageFolder: undefined,
      cacheFolder: undefined,
      maxSessions: undefined,
      node: undefined,
      onDiagnostic: undefined,
    },
    (options) => made(pyodide(options)),
  ),
  cpython: row<NonNullable<Parameters<typeof cpython>[0]>>(python, (options) =>
    made(cpython(options)),
  ),
  unsafeCpython: row<NonNullable<Parameters<typeof unsafeCpython>[0]>>(python, (options) =>
    made(unsafeCpython(options)),
  ),
  scripted: row<NonNullable<Parameters<typeof scripted>[1]>>(
    { language: undefined, repeatLast: undefined },
    (options) => made(scripted(['a'], options)),
  ),
  'a cell of scripted': row<Exclude<Parameters<typeof scripted>[0], undefined>[number] & object>(
    {
      stdout: undefined,
      stderr: undefined,
      value: undefined,
      variables: undefined,
      final: undefined,
      error: undefined,
      hangs: undefined,
    },
    (options) => made(scripted([options])),
  ),
  open: row<SessionOptions>(ofSession, (options) => shown(() => backend.open(options))),
  'open, limits': row<NonNullable<SessionOptions['limits']>>(ofLimits, (limits) =>
    shown(() => backend.open({ limits })),
  ),
  createSandboxPool: row<SandboxPoolOptions>(
    { max: undefined, maxWaiting: undefined, waitMs: undefined },
    (options) => pooled(options),
  ),
  'open of a pool': row<SessionOptions>(ofSession, (options) => pooled({}, options)),
  execute: row<NonNullable<Parameters<SandboxSession['execute']>[1]>>(
    { ...ofCall, preflight: undefined, nowMs: undefined, onOutput: undefined },
    inSession((session, options) => session.execute('second', options)),
  ),
  set: row<NonNullable<Parameters<SandboxSession['set']>[2]>>(
    { ...ofCall, isReserved: undefined },
    inSession((session, options) => session.set('y', 2, options)),
  ),
  get: row<NonNullable<Parameters<SandboxSession['get']>[1]>>(
    ofCall,
    inSession(async (session, options) => ({ value: await session.get('x', options) })),
  ),
  variables: row<NonNullable<Parameters<SandboxSession['variables']>[0]>>(
    ofCall,
    inSession(async (session, options) => ({ value: await session.variables(options) })),
  ),
  snapshot: row<NonNullable<Parameters<NonNullable<SandboxSession['snapshot']>>[0]>>(
    { ...ofCall, maxBytes: undefined },
    async (options) => {
      await using session = await scripted(['a']).open();
      return await session.snapshot?.(options);
    },
  ),
  testSandbox: row<Omit<Parameters<typeof testSandbox>[0], 'backend'>>(
    { skip: undefined, shareSession: undefined },
    casesOf,
  ),
};

describe.each(Object.entries(rows))('%s', (_, { options, call }) => {
  it('takes an option that is undefined as one that is absent', { timeout: 120_000 }, async () => {
    expect(await call(options)).toEqual(await call({} as never));
  });
});
