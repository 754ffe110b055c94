/** The part of a `RunStore` of `@rlm/journal` in which a budget is kept. */
export interface BudgetStore {
  /** Texts that processes replace in turn. */
  readonly records?: BudgetRecords | undefined;
}

/** Texts that processes replace in turn, by their names. */
export interface BudgetRecords {
  /** The id of this process. */
  readonly pid: number;
  /** The machine. */
  readonly host: string;
  /** The text of a name; undefined if there is none. */
  read(name: string): Promise<string | undefined>;
  /**
   * Replaces `before` (undefined: nothing is there) by `text`, and resolves when that is durable. Resolves to false if something else is
   * there. It may be false too if the text was written, and another process has replaced it since.
   */
  write(name: string, text: string, before: string | undefined): Promise<boolean>;
  /** Whether another owner, which was last heard of at `heardAt` (milliseconds since 1970), is gone. */
  isGone(owner: { readonly pid: number; readonly host: string }, heardAt: number): boolean;
}
