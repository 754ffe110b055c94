import { createLineRecognizer } from './line-recognizer.js';
import { createTagRecognizer } from './tag-recognizer.js';
import type { Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** Turns a text that arrives in pieces into tokens. How it is split does not matter. */
export interface Tokenizer {
  push(chunk: string): void;
  /** Ends the text and returns all its tokens, in order. */
  end(): readonly Token[];
  /**
   * The start of the first tag or mark that was not read because there were too many; undefined if
   * all were read.
   */
  cutAt(): number | undefined;
}

/**
 * How many tags and marks of one text are read: a real reply has fewer, and more would block the
 * thread.
 */
const maxTokens = 10_000;

/**
 * The one tokenizer that parsing, stripping and streaming share. It makes one pass with constant
 * work per UTF-16 unit and no look-ahead: the meaning of a token is decided when all of them are
 * known.
 */
export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const tokens: Token[] = [];
  let isSorted = true;
  let last = 0;
  let cut: number | undefined;
  const sink = (token: Token): void => {
    if (tokens.length >= maxTokens) {
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
