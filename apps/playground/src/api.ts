/** What the page and the server say to each other: JSON bodies of `/api/`. No answer has a key in it. */

/** A text that can be asked about. */
export interface TextInfo {
  readonly id: string;
  /** A file's name, or what a bundled text is. */
  readonly name: string;
  readonly characters: number;
  readonly files: number;
  readonly bundled: boolean;
}

/** A model that can be chosen in the page: `GET /api/models`. */
export interface ModelInfo {
  /** `planner`, `by-hand`, `tour`, `endpoint:<n>:<model id>`, or `named:<model id>` of an endpoint that the page names. */
  readonly id: string;
  readonly label: string;
  /** What a person should know, e.g. that the tour is scripted. */
  readonly note?: string | undefined;
  readonly languages: readonly ('javascript' | 'python')[];
}

/**
 * An endpoint that a person names in the page, as `--base-url` does: `POST /api/endpoints` gives its models. The page keeps the key in
 * memory and sends it with each request that needs it; the server has it as long as a run asks the endpoint, and keeps it nowhere.
 */
export interface NamedEndpoint {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

/** `POST /api/runs/:id/resume`; the body may be left out. */
export interface ResumeRun {
  readonly endpoint?: NamedEndpoint | undefined;
  /** The message of `unconfirmed`, word by word: what a person has seen that the run would read and ask. */
  readonly confirmed?: string | undefined;
}

/** `POST /api/runs` */
export interface NewRun {
  readonly question: string;
  /** Ids of texts; one is `context`, several are a record by name. The tour brings its own, and its own question. */
  readonly texts: readonly string[];
  /** The id of a run whose texts are asked about again; `texts` is empty then. */
  readonly textsOf?: string | undefined;
  readonly model: string;
  readonly subModel?: string | undefined;
  /** Where the models are whose ids begin with `named:`. */
  readonly endpoint?: NamedEndpoint | undefined;
  readonly language?: 'javascript' | 'python' | undefined;
  readonly maxSteps?: number | undefined;
  readonly maxSubQueries?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Sub-queries that run at once. */
  readonly concurrency?: number | undefined;
  /** Further attempts of a call that failed. */
  readonly retries?: number | undefined;
  /** `default`, `strict`, `lenient` or `research`. */
  readonly reward?: string | undefined;
  /** Kept in the folder of runs, and not cancelled when the page goes away. Default false. */
  readonly durable?: boolean | undefined;
  /** As of {@link ResumeRun}, with `textsOf`. */
  readonly confirmed?: string | undefined;
}

/**
 * `GET /api/runs/:id/asked`: what began a run, to be asked again with changes. What is as it would be anyway is left out. It has
 * `textsOf` if the run alone still has its texts.
 */
export type AskedRun = NewRun;

/** A run in `GET /api/runs` (the newest first) and `GET /api/runs/:id`. */
export interface RunInfo {
  readonly id: string;
  readonly question: string;
  readonly model: string;
  /** ISO 8601. */
  readonly made: string;
  /** `waiting`: it is under way, and waits until other runs about large texts leave it memory, or a processor. */
  readonly status: 'running' | 'waiting' | 'ended' | 'open' | 'suspended' | 'failed' | 'corrupt';
  readonly durable: boolean;
  /** The working directory in which it was begun, of a run that is kept. */
  readonly project?: string | undefined;
  /** Of a task of `rlm task`: it is shown, and worked on in the terminal. */
  readonly isTask?: true | undefined;
  readonly steps?: number | undefined;
  readonly finishReason?: string | undefined;
  /** What stopped or failed it, in words; absent if nothing did, and of a run that is only kept. */
  readonly problem?: string | undefined;
  /** What a person can do about it. */
  readonly hint?: string | undefined;
  readonly answer?: string | null | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | null | undefined;
  readonly durationMs?: number | undefined;
  readonly policies?: readonly string[] | undefined;
  readonly from?: { readonly run: string; readonly atStep: number } | undefined;
  /** Whether its events can be shown: of a kept run they are replayed. */
  readonly canShow: boolean;
}

/** `POST /api/runs/:id/fork` gives a `RunInfo`, 201. */
export interface ForkRun {
  /** The first step that is taken again. */
  readonly atStep: number;
  /** What the model replies in that step: reasoning and code. */
  readonly reply?: string | undefined;
  readonly model?: string | undefined;
  /** As of a {@link NewRun}; it also answers if the run has its models there. */
  readonly endpoint?: NamedEndpoint | undefined;
  /** As of {@link ResumeRun}. */
  readonly confirmed?: string | undefined;
}

/** A prompt that waits for a person's reply: the SSE event `prompt`. */
export interface HandPrompt {
  readonly promptId: string;
  readonly purpose: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** `POST /api/runs/:id/replies` answers a prompt, 204. */
export interface HandReply {
  readonly promptId: string;
  readonly text: string;
}

/** Every answer of 4xx and 5xx. */
export interface Problem {
  readonly error: string;
  /**
   * `invalid`, `unauthorized`, `forbidden`, `not_found`, `method`, `timeout`, `conflict`, `unconfirmed`, `too_large`, `busy`, `internal`:
   * 400, 401, 403, 404, 405, 408, 409, 409, 413, 429, 500
   */
  readonly code: string;
}

/*
 * Paths, all of which answer 401 without the token:
 *   GET    /api/models                 -> { models: ModelInfo[] }
 *   POST   /api/endpoints              NamedEndpoint -> { models: ModelInfo[] }; 403 if the server lets the page name none
 *   GET    /api/texts                  -> { texts: TextInfo[] }
 *   PUT    /api/texts?name=<file name> -> TextInfo, 201     the file's bytes; PDF and DOCX are read as text
 *   DELETE /api/texts/:id              -> 204
 *   GET    /api/runs                   -> { runs: RunInfo[] }
 *   POST   /api/runs                   NewRun -> RunInfo, 201
 *   GET    /api/runs/:id               -> RunInfo
 *   GET    /api/runs/:id/asked         -> AskedRun          not of a task
 *   DELETE /api/runs/:id               -> 204               stops it and forgets it
 *   GET    /api/runs/:id/events        -> server-sent events: `id` is the event's number from 0 (Last-Event-ID goes on behind it);
 *                                         data is one trajectory event (no `event` field), `event: prompt` (HandPrompt),
 *                                         `event: answered` ({promptId}), `event: status` (RunInfo: of a run that goes on,
 *                                         behind the events that are there at first, and again when it
 *                                         begins or ends to wait), `event: end` (RunInfo) closes
 *   POST   /api/runs/:id/stop          -> 202
 *   POST   /api/runs/:id/resume        ResumeRun -> RunInfo
 *   POST   /api/runs/:id/fork          ForkRun -> RunInfo, 201
 *   POST   /api/runs/:id/replies       HandReply -> 204
 *   GET    /api/runs/:id/trajectory    -> application/jsonl download, what `writeTrajectory` gives
 *   GET    /api/runs/:id/export        -> text/html download, one self-contained file
 *   POST   /api/export                 a trajectory (JSON lines) -> the same file of a log that the page has open
 */
