export type { McpToolDefinition, McpToolHints } from './client/definition.js';
export type { McpClient, McpRequestOptions } from './client/mcp-client.js';
export { mcpTools, type McpTools, type RefusedMcpTool } from './client/mcp-tools.js';
export type { McpToolChange, McpToolsOptions } from './client/options.js';
export { McpError, type McpErrorCode } from './errors.js';
