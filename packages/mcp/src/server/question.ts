/** The limits of a run that a client may lower, never raise. */
export interface McpLimits {
  /** Steps of the model. */
  readonly maxSteps?: number | undefined;
  readonly maxSubQueries?: number | undefined;
  /** Input and output together. */
  readonly maxTokens?: number | undefined;
  /** Needs the prices of the models in the server's configuration. */
  readonly maxCostUsd?: number | undefined;
  /** Time of the whole run, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** A file that a question is about. */
export interface McpFile {
  /** Its name in the context. */
  readonly name: string;
  /** Absolute, without links. */
  readonly path: string;
  /** Of its text, in hexadecimal: a resumed run needs the same text. */
  readonly sha256: string;
  /** What was guessed of its encoding, in words for the model; absent for UTF-8, and if a byte order mark says it. */
  readonly guess?: string | undefined;
}

/** A question of a client. */
export interface McpQuestion {
  readonly runId: string;
  readonly question: string;
  /** Sorted by name. */
  readonly files: readonly McpFile[];
  /** Characters (UTF-16 units) of all texts together. */
  readonly totalChars: number;
  /** The limits that the client named. */
  readonly limits: McpLimits;
}

/** A question as it is kept with its run. */
export type McpKeptQuestion = Pick<McpQuestion, 'question' | 'files' | 'limits'>;
