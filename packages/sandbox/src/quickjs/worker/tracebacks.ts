const frame = /^\s*at (?:(.*?) \()?(cell \d+):(\d+)(?::(\d+))?\)?$/;
const mostFrames = 10;
const mostSources = 200;

/** Makes tracebacks that show the cells' own lines. */
export interface Tracebacks {
  /** Keeps a cell's source for the errors of functions that are called later. */
  remember(file: string, source: string): void;
  /** A guest's stack, reduced to the frames in cells, each with its line of source. */
  render(stack: string): string;
  /** One line of a cell. */
  at(file: string, line: number): string;
}

/** Makes {@link Tracebacks}. */
export function createTracebacks(): Tracebacks {
  const sources = new Map<string, readonly string[]>();
  const at = (file: string, line: number, where = ''): string => {
    const source = sources.get(file)?.[line - 1];
    const place = `  ${file}, line ${line}${where}`;
    return source === undefined ? place : `${place}\n    ${source.trim().slice(0, 200)}`;
  };
  return {
    remember(file, source) {
      sources.set(file, source.split('\n'));
      const [oldest] = sources.keys();
      if (sources.size > mostSources && oldest !== undefined) sources.delete(oldest);
    },
    render(stack) {
      const lines: string[] = [];
      for (const text of stack.split('\n')) {
        const [, name, file, line] = frame.exec(text) ?? [];
        if (file === undefined || line === undefined || lines.length >= mostFrames) continue;
        const isNamed = name !== undefined && name !== '<eval>' && name !== '<anonymous>';
        lines.push(at(file, Number(line), isNamed ? `, in ${name}` : ''));
      }
      return lines.join('\n');
    },
    at,
  };
}
