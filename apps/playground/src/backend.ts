import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';

import { UsageError } from './usage-error.js';

/** The languages of a model's code. */
export type Language = 'javascript' | 'python';

/** How a model's code is kept from this computer. */
export interface IsolationWishes {
  /** Whether no session may open that the operating system does not isolate. Default: it may. */
  readonly requireIsolation?: boolean | undefined;
  /** Called if the operating system does not isolate the code, with a sentence: what is missing, and what to install. */
  readonly onIsolationMissing?: ((words: string) => void) | undefined;
}

/** Where JavaScript of a model runs. */
export function openQuickJS(wishes: IsolationWishes = {}): SandboxBackend {
  return requiring(placed('javascript', quickjs, wishes), wishes);
}

/** Where code of a model runs. Python takes a second and more to load: only who asks for it does. */
export async function openBackend(
  language: Language,
  wishes: IsolationWishes = {},
): Promise<SandboxBackend> {
  if (language === 'javascript') return openQuickJS(wishes);
  const { pyodide } = await import('@rlm/sandbox/pyodide');
  return requiring(placed('python', pyodide, wishes), wishes);
}

type IsolationListener = NonNullable<IsolationWishes['onIsolationMissing']>;
interface PlaceOptions {
  readonly onDiagnostic?: (diagnostic: { readonly code: string; readonly message: string }) => void;
}

/** The backend of a language, and whom it tells which isolation is missing. */
interface Place {
  readonly backend: SandboxBackend;
  readonly listeners: Set<IsolationListener>;
  missing?: string;
}

/** All runs of this process share one backend of each language. */
const places = new Map<Language, Place>();

function placed(
  language: Language,
  make: (options: PlaceOptions) => SandboxBackend,
  { onIsolationMissing: listener }: IsolationWishes,
): SandboxBackend {
  const place = places.get(language) ?? openPlace(make);
  places.set(language, place);
  const { backend, listeners, missing } = place;
  if (listener === undefined || listeners.has(listener)) return backend;
  listeners.add(listener);
  if (missing !== undefined && backend.isolation !== 'wasm+os') listener(missing);
  return backend;
}

function openPlace(make: (options: PlaceOptions) => SandboxBackend): Place {
  const onDiagnostic: NonNullable<PlaceOptions['onDiagnostic']> = ({ code, message }) => {
    if (code !== 'isolation_missing') return;
    place.missing = message;
    for (const listener of place.listeners) listener(message);
  };
  const place: Place = { backend: make({ onDiagnostic }), listeners: new Set() };
  return place;
}

/**
 * Tries the isolation of a language's code, before anything is spent.
 *
 * @returns What is missing, in a sentence; undefined if the operating system isolates it.
 */
export async function findMissingIsolation(language: Language): Promise<string | undefined> {
  const backend = await openBackend(language);
  const probed = await backend.probe();
  if (!probed.ok) return probed.reason;
  if (backend.isolation === 'wasm+os') return undefined;
  return probed.isolationMissing ?? `${backend.name}() runs in the process of rlm itself`;
}

/**
 * Refuses what demands isolation if it is missing, before anything is spent: a command, or a run that one started. Throws
 * {@link UsageError}.
 */
export async function requireIsolation({
  requireIsolation: isRequired,
  language = 'javascript',
}: Pick<IsolationWishes, 'requireIsolation'> & {
  readonly language?: Language;
}): Promise<void> {
  if (isRequired !== true) return;
  const missing = await findMissingIsolation(language);
  if (missing !== undefined) throw new UsageError(`--require-isolation: ${missing}`);
}

function requiring(
  backend: SandboxBackend,
  { requireIsolation: isRequired }: IsolationWishes,
): SandboxBackend {
  if (isRequired !== true) return backend;
  return openedBy(backend, (options) => backend.open({ ...options, require: 'os' }));
}

/** A backend whose sessions are opened in another way; the rest is as it was. */
export function openedBy(backend: SandboxBackend, open: SandboxBackend['open']): SandboxBackend {
  const { name, language, capabilities, textMemory } = backend;
  return {
    ...{ name, language, capabilities },
    ...(textMemory && { textMemory }),
    get isolation() {
      return backend.isolation;
    },
    instructions: () => backend.instructions(),
    ...(backend.build === undefined ? {} : { build: backend.build.bind(backend) }),
    probe: () => backend.probe(),
    open,
  };
}
