export { toResponse } from './to-response.js';
export { toUIMessageStream, type UIRun, type UIStreamOptions } from './ui-stream.js';
export type { RunDataChunk, RunUIChunk, RunUIData } from './ui-chunk.js';
