const frame = /^\s*at (?:(.*?) \()?(cell \d+):(\d+)(?::(\d+))?\)?$/;
const maxFrames = 10;
const maxSources = 200;
/** Characters of source that are kept: a snapshot holds them too. */
const maxSourceChars = 4_000_000;
const maxLineChars = 200;

/** The sources of cells, by their files (`cell 3`). */
export type KeptSources = readonly (readonly [file: string, source: string])[];

/** Makes tracebacks that show the cells' own lines: a function may be called long after its cell. */
export class Tracebacks {
  readonly #sources = new Map<string, string>();
  #chars = 0;

  constructor(kept: KeptSources = []) {
    for (const [file, source] of kept) this.remember(file, source);
  }

  /** What is kept, to go on from in another child. */
  get sources(): KeptSources {
    return [...this.#sources];
  }

  /** Keeps a cell's source. */
  remember(file: string, source: string): void {
    this.#drop(file);
    this.#sources.set(file, source);
    this.#chars += source.length;
    for (const oldest of this.#sources.keys()) {
      const fits = this.#sources.size <= maxSources && this.#chars <= maxSourceChars;
      if (oldest === file || fits) break;
      this.#drop(oldest);
    }
  }

  #drop(file: string): void {
    this.#chars -= this.#sources.get(file)?.length ?? 0;
    this.#sources.delete(file);
  }

  /** A stack, reduced to the frames in cells, each with its line of source. */
  render(stack: string): string {
    const lines: string[] = [];
    for (const text of stack.split('\n')) {
      const [, name, file, line] = frame.exec(text) ?? [];
      if (file === undefined || line === undefined || lines.length >= maxFrames) continue;
      const isNamed = name !== undefined && name !== '<eval>' && name !== '<anonymous>';
      lines.push(this.at(file, Number(line), isNamed ? `, in ${name}` : ''));
    }
    return lines.join('\n');
  }

  /** One line of a cell. */
  at(file: string, line: number, where = ''): string {
    const source = this.#sources.get(file)?.split('\n')[line - 1];
    const place = `  ${file}, line ${line}${where}`;
    return source === undefined ? place : `${place}\n    ${source.trim().slice(0, maxLineChars)}`;
  }
}
