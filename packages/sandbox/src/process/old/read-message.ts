import { isRecord } from '@rlm/repl-types/internal';
import type { EngineExit } from './engine.js';
import { headOf } from '../../supervisor/values/slice-text.js';
import type { FromProcess, RemoteError } from './protocol.js';

/** Characters of a text of the process itself (why an engine ended, a diagnostic) that are kept. */
const maxTextChars = 4_000;

/** Ways in which an engine can end by itself; that its process died only its host can say. */
const exitKinds: ReadonlySet<unknown> = new Set<EngineExit['kind']>([
  'killed',
  'crashed',
  'violation',
  'memory',
]);

/**
 * Checks a message from a process of engines, which may have forged it: it may hold anything. Returns a fresh object
 * with known fields, or undefined for an invalid message. The frames in it are left unchecked; their guest's supervisor
 * checks them.
 */
export function readMessage(value: unknown): FromProcess | undefined {
  if (!isRecord(value)) return undefined;
  const { type, engine } = value;
  switch (type) {
    case 'ready':
      return readReady(value['holes']);
    case 'built':
      return readBuilt(value);
    case 'diagnostic':
      return readDiagnostic(value['diagnostic']);
    case 'file': {
      const { bytes } = value;
      return bytes instanceof Uint8Array ? { type, bytes } : undefined;
    }
    default:
      return isCount(engine) ? readNotice(value, engine) : undefined;
  }
}

function readReady(holes: unknown): FromProcess | undefined {
  if (holes === undefined) return { type: 'ready' };
  if (!Array.isArray(holes)) return undefined;
  const texts = (holes as unknown[]).filter((hole) => typeof hole === 'string');
  if (texts.length !== holes.length) return undefined;
  return { type: 'ready', holes: texts.slice(0, 20).map((hole) => headOf(hole, 200)) };
}

function readNotice(value: Record<string, unknown>, engine: number): FromProcess | undefined {
  const { type } = value;
  switch (type) {
    case 'started':
    case 'killed':
      return { type, engine };
    case 'refused': {
      const error = readError(value['error']);
      return error && { type, engine, error };
    }
    case 'frames': {
      const { frames } = value;
      return Array.isArray(frames) ? { type, engine, frames } : undefined;
    }
    case 'snapshot':
      return readSnapshot(value, engine);
    case 'exit': {
      const exit = readExit(value['exit']);
      return exit && { type, engine, exit };
    }
    default:
      return undefined;
  }
}

function readBuilt({ build, error }: Record<string, unknown>): FromProcess | undefined {
  if (error !== undefined) {
    const told = readError(error);
    return told && { type: 'built', error: told };
  }
  if (build === undefined) return { type: 'built' };
  if (typeof build !== 'string') return undefined;
  return { type: 'built', build: headOf(build, maxTextChars) };
}

function readDiagnostic(value: unknown): FromProcess | undefined {
  if (!isRecord(value)) return undefined;
  const { code, message } = value;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const diagnostic = { code: headOf(code, maxTextChars), message: headOf(message, maxTextChars) };
  return { type: 'diagnostic', diagnostic };
}

function readSnapshot(
  { bytes, error }: Record<string, unknown>,
  engine: number,
): FromProcess | undefined {
  if (error !== undefined) {
    const told = readError(error);
    return told && { type: 'snapshot', engine, error: told };
  }
  if (bytes === undefined) return { type: 'snapshot', engine };
  return bytes instanceof Uint8Array ? { type: 'snapshot', engine, bytes } : undefined;
}

function readExit(value: unknown): EngineExit | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, reason } = value;
  if (!exitKinds.has(kind) || typeof reason !== 'string') return undefined;
  return { kind: kind as EngineExit['kind'], reason: headOf(reason, maxTextChars) };
}

function readError(value: unknown): RemoteError | undefined {
  if (!isRecord(value)) return undefined;
  const { code, message, option } = value;
  if (typeof message !== 'string') return undefined;
  return {
    message: headOf(message, maxTextChars),
    code: typeof code === 'string' ? headOf(code, 100) : undefined,
    option: typeof option === 'string' ? headOf(option, 100) : undefined,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
