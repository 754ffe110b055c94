import { roughBytes } from '@rlm/repl-types/internal';

/** What a line takes beside its characters. */
const placeBytes = 32;

/** The events of one run, each kept once as a line of its trajectory, however many read them. */
export class EventLog {
  readonly #lines: string[] = [];
  #bytes = 0;

  /** @param line JSON without a line break. */
  append(line: string): void {
    this.#lines.push(line);
    this.#bytes += roughBytes(line) + placeBytes;
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Of memory, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Some of the lines from a position on: at least one if there is any, and otherwise at most this number of characters. */
  slice(from: number, maxCharacters: number): readonly string[] {
    let [end, characters] = [from, 0];
    while (end < this.#lines.length) {
      characters += this.#lines[end]?.length ?? 0;
      if (end > from && characters > maxCharacters) break;
      end += 1;
    }
    return this.#lines.slice(from, end);
  }
}
