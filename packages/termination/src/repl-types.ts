/** What is used of the REPL's data at run time. One module, so that a bundle imports it once. */
export { finalSignalKey, inlineJson, prettyJson, RlmError } from '@rlm/repl-types';
