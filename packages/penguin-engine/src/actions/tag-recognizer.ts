import { isBlank, type MarkToken, type TagToken, type TokenSink } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

const less = 60;
const greater = 62;
const slash = 47;
const minimumPartialLength = 3;

/** Recognises tags, comment marks and CDATA marks, one UTF-16 unit at a time. */
export interface TagRecognizer {
  step(code: number, position: number, line: number): void;
  /** Ends the text here. */
  end(position: number): void;
}

/** A recogniser whose state is a few fields, whatever the length of the input. */
export function createTagRecognizer(vocabulary: Vocabulary, sink: TokenSink): TagRecognizer {
  let active = false;
  let start = 0;
  let startLine = 0;
  let closing = false;
  let name = '';
  let rest: 'none' | 'blank' | 'slash' | 'other' = 'none';
  let afterWord = false;
  let previous = 0;
  let beforePrevious = 0;

  const tag = (kind: TagToken['kind'], registered: string, key: string, end: number): void => {
    sink({ kind, name: registered, key, start, end, line: startLine, exact: rest === 'none' });
  };
  const mark = (kind: MarkToken['kind'], from: number, end: number, line: number): void => {
    sink({ kind, name: '', start: from, end, line });
  };

  function complete(end: number): void {
    const meaning = vocabulary.meaningOf(name);
    if (meaning === null) return;
    switch (meaning.type) {
      case 'exact':
        if (rest === 'other' || (closing && rest === 'slash')) {
          tag(closing ? 'near-close' : 'near-open', name, name, end);
        } else tag(closing ? 'close' : rest === 'slash' ? 'empty' : 'open', name, name, end);
        return;
      case 'similar':
        if (!afterWord) tag(closing ? 'near-close' : 'near-open', meaning.name, `~${name}`, end);
        return;
      case 'reasoning':
        if (rest === 'slash') return;
        sink({
          kind: closing ? 'reasoning-close' : 'reasoning-open',
          name: meaning.name,
          start,
          end,
          line: startLine,
        });
    }
  }

  function abandon(end: number, atEnd: boolean): void {
    active = false;
    const isName = vocabulary.names.has(name);
    if (isName && (rest === 'other' || !atEnd)) {
      tag(closing ? 'near-close' : 'near-open', name, name, end);
    } else if (atEnd && name.length >= minimumPartialLength && rest !== 'other') {
      if (isName || (rest === 'none' && vocabulary.isPrefix(name))) tag('partial', name, name, end);
    }
  }

  function extend(code: number, position: number): void {
    if (code === greater) {
      active = false;
      complete(position + 1);
    } else if (code === slash) {
      if (name === '' && !closing) closing = true;
      else rest = name !== '' && (rest === 'none' || rest === 'blank') ? 'slash' : 'other';
    } else if (isBlank(code)) {
      if (name === '') active = false;
      else if (rest === 'none') rest = 'blank';
    } else if (rest === 'none') {
      name += String.fromCharCode(code);
      if (name === '!--' || name === '![CDATA[') {
        active = false;
        mark(name === '!--' ? 'comment-open' : 'cdata-open', start, position + 1, startLine);
      } else if (name.length > vocabulary.maxLength) active = false;
    } else rest = 'other';
  }

  return {
    step(code, position, line) {
      if (code === less) {
        if (active) abandon(position, false);
        active = true;
        start = position;
        startLine = line;
        closing = false;
        name = '';
        rest = 'none';
        afterWord = isWord(previous);
      } else if (active) extend(code, position);
      if (code === greater && previous === beforePrevious) {
        if (previous === 45) mark('comment-close', position - 2, position + 1, line);
        if (previous === 93) mark('cdata-close', position - 2, position + 1, line);
      }
      beforePrevious = previous;
      previous = code;
    },
    end(position) {
      if (active) abandon(position, true);
    },
  };
}

function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95
  );
}
