const frame = /^\s*at (?:(.*?) \()?(cell \d+):(\d+)(?::(\d+))?\)?$/;
const maxFrames = 10;
const maxSources = 200;
/** Characters of source that are kept: a snapshot holds them too. */
const maxSourceChars = 4_000_000;

/** Makes tracebacks that show the cells' own lines. */
export interface Tracebacks {
  /** Keeps a cell's source for the errors of functions that are called later. */
  remember(file: string, source: string): void;
  /** A guest's stack, reduced to the frames in cells, each with its line of source. */
  render(stack: string): string;
  /** One line of a cell. */
  at(file: string, line: number): string;
  /** The sources that are kept, as bytes: to go on from in another child. */
  toBytes(): Uint8Array;
}

/** Makes {@link Tracebacks}, with the sources that others kept. */
export function createTracebacks(kept?: Uint8Array): Tracebacks {
  const sources = new Map<string, readonly string[]>();
  let chars = 0;
  const drop = (file: string): void => {
    chars -= lengthOf(sources.get(file));
    sources.delete(file);
  };
  const remember = (file: string, source: string): void => {
    drop(file);
    sources.set(file, source.split('\n'));
    chars += source.length + 1;
    for (const oldest of sources.keys()) {
      if (oldest === file || (sources.size <= maxSources && chars <= maxSourceChars)) break;
      drop(oldest);
    }
  };
  if (kept !== undefined && kept.length > 0) {
    const entries = JSON.parse(new TextDecoder().decode(kept)) as readonly [string, string][];
    for (const [file, source] of entries) remember(file, source);
  }
  const at = (file: string, line: number, where = ''): string => {
    const source = sources.get(file)?.[line - 1];
    const place = `  ${file}, line ${line}${where}`;
    return source === undefined ? place : `${place}\n    ${source.trim().slice(0, 200)}`;
  };
  return {
    remember,
    render(stack) {
      const lines: string[] = [];
      for (const text of stack.split('\n')) {
        const [, name, file, line] = frame.exec(text) ?? [];
        if (file === undefined || line === undefined || lines.length >= maxFrames) continue;
        const isNamed = name !== undefined && name !== '<eval>' && name !== '<anonymous>';
        lines.push(at(file, Number(line), isNamed ? `, in ${name}` : ''));
      }
      return lines.join('\n');
    },
    at,
    toBytes() {
      const entries = [...sources].map(([file, lines]) => [file, lines.join('\n')]);
      return new TextEncoder().encode(JSON.stringify(entries));
    },
  };
}

/** Characters of a source, by its lines; a line break more than it has. */
function lengthOf(lines: readonly string[] = []): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
