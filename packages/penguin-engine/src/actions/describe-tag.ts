import type { ActionDiagnosticCode } from './types.js';

/** The sentence that tells a model what is wrong with a tag. */
export function describeTag(code: ActionDiagnosticCode, name: string): string {
  switch (code) {
    case 'near_miss_tag':
      return `A tag that resembles <${name}> was not run: write <${name}>...</${name}> exactly, without attributes.`;
    case 'quoted_tag':
      return `<${name}> is quoted (in code, a block quote, a comment or reasoning) and was not run. To run it, write it as plain text.`;
    case 'unclosed_tag':
      return `<${name}> is never closed by </${name}>: nothing from there on was run.`;
    case 'interleaved_tags':
      return `<${name}> and a tag inside it cross each other: nothing in that region was run. Close the inner tag first.`;
    case 'ambiguous_close':
      return `There is an extra </${name}>, so it is unclear where the body ends: nothing in that region was run. Put a body that contains </${name}> into <![CDATA[...]]>.`;
    case 'unparsed_finish':
      return `${name} is named but not called. To call it, write <${name}>...</${name}> as plain text.`;
    case 'too_many_tags':
      return 'This reply has too many tags: nothing after the first 10,000 was run. Write fewer, or send the rest in the next reply.';
  }
}
