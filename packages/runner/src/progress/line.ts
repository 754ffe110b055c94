import { tellHook } from '@rlm/repl-types/internal';

/** Where progress is shown: `process.stderr`, or what has the same members. */
export interface ProgressStream {
  write(text: string, written?: (error?: Error | null) => void): unknown;
  /** Whether it is a terminal, where one line is drawn again and again. Elsewhere, lines are only added. */
  readonly isTTY?: boolean | undefined;
  /** Its width. Default: 80. */
  readonly columns?: number | undefined;
  /** Whether it is behind with what was written: as long as it is, nothing is drawn. */
  readonly writableNeedDrain?: boolean | undefined;
  /** Hears of errors, which would end the process otherwise. */
  on?(event: 'error', listener: () => void): unknown;
}

/** The last line of a terminal. */
export interface Line {
  readonly isLive: boolean;
  /** Draws the line anew, unless it is as it was or the stream is behind. `textFor` gets the columns that there are. */
  draw(textFor: (columns: number) => string): void;
  clear(): void;
  /** Adds a line above. */
  print(text: string): void;
}

const usualColumns = 80;

/** Opens the line of a stream. A stream that fails is not written to again, and no error of it gets out. */
export function openLine(stream: ProgressStream): Line {
  let isBroken = false;
  let drawn = '';
  const fail = (): void => {
    isBroken = true;
  };
  const write = (text: string): void => {
    if (isBroken) return;
    const end = (error?: Error | null): void => {
      if (error === undefined || error === null || isBroken) return;
      fail();
      // The stream tells of it as an event too, once for each write.
      tellHook(() => stream.on?.('error', fail), [], fail);
    };
    tellHook(() => stream.write(text, end), [], fail);
  };
  const read = <Key extends 'isTTY' | 'columns' | 'writableNeedDrain'>(key: Key) => {
    try {
      return stream[key];
    } catch {
      return undefined;
    }
  };
  const columnsNow = (): number => {
    const columns = read('columns') ?? 0;
    return columns >= 1 ? columns : usualColumns;
  };
  const clear = (): void => {
    if (drawn === '') return;
    // A window that became narrower has broken the line in several.
    const rows = Math.ceil(drawn.length / columnsNow());
    write(`\r${rows > 1 ? `\u001B[${rows - 1}A` : ''}\u001B[J`);
    drawn = '';
  };
  return {
    isLive: read('isTTY') === true,
    draw(textFor) {
      if (isBroken || read('writableNeedDrain') === true) return;
      // The last column stays free, since a terminal may go on to the next line there.
      const columns = columnsNow() - 1;
      const text = textFor(columns).slice(0, columns);
      if (text === drawn) return;
      clear();
      write(text);
      drawn = text;
    },
    clear,
    print(text) {
      clear();
      write(text.endsWith('\n') ? text : `${text}\n`);
    },
  };
}
