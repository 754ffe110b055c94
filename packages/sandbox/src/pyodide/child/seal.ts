import { allowedImports, errno, softRefusal } from './allow-list.js';

type WasmFunction = ((...args: never[]) => unknown) & { sig?: string };
type ImportNamespace = Record<string, unknown>;

/** What a seal needs from its child. */
export interface SealHooks {
  /** Called with the name of a refused import; must not return. */
  readonly onViolation: (name: string) => never;
  /** Imports that this child answers itself, by name. */
  readonly replacements: ReadonlyMap<string, (original: WasmFunction) => WasmFunction>;
  /** The interpreter's linear memory, to read the path of an `open`. */
  readonly readMemory: () => Uint8Array;
}

/** The seal over the interpreter's imports. */
export interface Seal {
  /** Wraps the functions of an import object in place (the dynamic loader resolves from the same object). */
  wrap(imports: WebAssembly.Imports): void;
  /** From now on only allowed imports do anything. It cannot be unlocked. */
  lock(): void;
  readonly isLocked: boolean;
}

const nullDevice = [...new TextEncoder().encode('/dev/null\0')];
const writingFlags = 0x3 | 0x40 | 0x200 | 0x400 | 0x400000;

/** Makes a seal: open while the interpreter boots, then locked for good. */
export function createSeal({ onViolation, replacements, readMemory }: SealHooks): Seal {
  let isLocked = false;

  function guard(name: string, original: WasmFunction): WasmFunction {
    const inner = replacements.get(name)?.(original) ?? original;
    withSignature(original, inner);
    if (name === '__syscall_openat') return withSignature(original, guardOpen(inner));
    if (allowedImports.has(name)) return inner;
    const refuse = softRefusal(name) ?? (() => onViolation(name));
    return withSignature(original, (...args) => (isLocked ? refuse() : inner(...args)));
  }

  function guardOpen(open: WasmFunction): WasmFunction {
    return (directory: number, path: number, flags: number, varargs: number) =>
      isLocked && (flags & writingFlags) !== 0 && !isNullDevice(path)
        ? -errno.EROFS
        : open(...([directory, path, flags, varargs] as never[]));
  }

  function isNullDevice(path: number): boolean {
    const at = path >>> 0;
    const text = readMemory().subarray(at, at + nullDevice.length);
    return nullDevice.every((byte, index) => text[index] === byte);
  }

  return {
    wrap(imports) {
      for (const space of ['env', 'wasi_snapshot_preview1']) {
        const names = imports[space] as ImportNamespace;
        for (const [name, value] of Object.entries(names)) {
          if (typeof value === 'function') names[name] = guard(name, value as WasmFunction);
        }
      }
    },
    lock() {
      isLocked = true;
    },
    get isLocked() {
      return isLocked;
    },
  };
}

function withSignature(original: WasmFunction, wrapper: WasmFunction): WasmFunction {
  if (original.sig !== undefined) wrapper.sig = original.sig;
  return wrapper;
}
