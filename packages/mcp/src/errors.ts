import { RlmError } from '@rlm/repl-types';

/** The codes of {@link McpError}. */
export type McpErrorCode =
  /** A tool's definition is not the one that was approved, or the server no longer lists the tool. */
  | 'tool_changed'
  /** The server reported an error of its tool. */
  | 'tool_failed'
  /** A tool returned more than `maxResultChars`. */
  | 'result_too_large'
  /** The server's list of tools cannot be used. */
  | 'invalid_tool_list'
  /** A path lies outside of the folders that the server and its client allow. */
  | 'path_not_allowed'
  /** As many runs are under way as the server allows. */
  | 'server_busy'
  /** The server has no run with this id that the client may see. */
  | 'run_unknown'
  /** A tool of the server was called with wrong arguments. */
  | 'invalid_call';

/** A fault of an MCP connection; `code` says which. */
export class McpError extends RlmError<McpErrorCode> {
  static override readonly className: string = 'McpError';

  constructor(code: McpErrorCode, message: string, cause?: unknown) {
    super(message, { code, cause });
  }
}
