import { createLineRecognizer } from './line-recognizer.js';
import { createTagRecognizer } from './tag-recognizer.js';
import type { Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** Turns a text that arrives in pieces into tokens; where it is cut does not matter. */
export interface Tokenizer {
  push(chunk: string): void;
  /** Ends the text and gives all its tokens, in its order. */
  end(): readonly Token[];
  /** Where the first tag or mark begins that was not read, since there were too many before it; undefined if all were read. */
  cutAt(): number | undefined;
}

/** Tags and marks of one text that are read: more are no reply, and would hold the thread. */
const mostTokens = 10_000;

/**
 * The one tokenizer behind parsing, stripping and streams. One pass, constant work a UTF-16 unit, and no
 * look-ahead: what a token means is decided when all of them are known.
 */
export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const tokens: Token[] = [];
  let isSorted = true;
  let last = 0;
  let cut: number | undefined;
  const sink = (token: Token): void => {
    if (tokens.length >= mostTokens) {
      cut ??= token.start;
      return;
    }
    isSorted &&= token.start >= last;
    last = token.start;
    tokens.push(token);
  };
  const lines = createLineRecognizer(sink);
  const tags = createTagRecognizer(vocabulary, sink);
  let position = 0;

  return {
    push(chunk) {
      for (let index = 0; index < chunk.length; index += 1, position += 1) {
        const code = chunk.charCodeAt(index);
        tags.step(code, position, lines.line);
        lines.step(code, position);
      }
    },
    cutAt: () => cut,
    end() {
      tags.end(position);
      lines.end(position);
      return isSorted ? tokens : tokens.sort((left, right) => left.start - right.start);
    },
  };
}
