/** What the package uses of `@rlm/repl-types` at run time. One module, so that a bundle imports it once. */
export { RlmError } from '@rlm/repl-types';
export {
  anyText,
  finalSignalKey,
  inlineJson,
  mendedCopy,
  prettyJson,
} from '@rlm/repl-types/internal';
