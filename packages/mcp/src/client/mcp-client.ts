/** Options of one request to a server. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. */
  readonly timeout?: number;
}

/** What {@link mcpTools} uses of a client: a connected `Client` of `@modelcontextprotocol/sdk` has this shape. */
export interface McpClient {
  /** Gives a page of the server's tools: `{ tools, nextCursor? }`. */
  listTools(params?: { readonly cursor?: string }, options?: McpRequestOptions): Promise<unknown>;
  /** Calls a tool: `{ content, structuredContent?, isError? }`. */
  callTool(
    params: { readonly name: string; readonly arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: McpRequestOptions,
  ): Promise<unknown>;
}
