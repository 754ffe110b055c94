export { createMcpServer, type RlmMcpServer } from './create-mcp-server.js';
export type { McpHttpOptions } from './http/http-options.js';
export type { McpHttpServer } from './http/serve-http.js';
export type { McpRunOptions, McpServerOptions, McpSpecs } from './options.js';
export type { McpFile, McpKeptQuestion, McpLimits, McpQuestion } from './question.js';
export type { McpTransport } from './transport.js';
