/** A connection to a client: every transport of `@modelcontextprotocol/sdk` has this shape. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}
