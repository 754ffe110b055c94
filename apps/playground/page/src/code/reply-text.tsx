import { parseCodeBlocks } from '@rlm/termination';
import { useMemo } from 'react';

import { Code } from './code.js';

type Language = 'javascript' | 'python';

/** Languages of the tags that code has in a reply; code with another tag has no colours. */
const languages: Readonly<Record<string, Language>> = {
  js: 'javascript',
  javascript: 'javascript',
  ts: 'javascript',
  typescript: 'javascript',
  py: 'python',
  python: 'python',
  python3: 'python',
};

/** Longer replies are shown as they are: they are read again with each piece that arrives. */
const maxChars = 50_000;

interface Part {
  readonly text: string;
  /** Absent of words, and of code in an unknown language. */
  readonly language?: Language | undefined;
}

/** The words and the code of a reply, also of one that is still being written. */
function partsOf(text: string, repl: Language): readonly Part[] {
  if (text.length > maxChars) return [{ text }];
  const parts: Part[] = [];
  let at = 0;
  for (const { span, codeSpan, tag } of parseCodeBlocks(text)) {
    const words = text.slice(at, span[0]).trim();
    if (words !== '') parts.push({ text: words });
    const language = tag === '' || tag === 'repl' ? repl : languages[tag];
    parts.push({ text: text.slice(...codeSpan), language });
    [, at] = span;
  }
  const rest = text.slice(at).trim();
  if (rest !== '') parts.push({ text: rest });
  return parts;
}

/** A reply as it is written: its code has colours from the first line on. */
export function ReplyText({
  text,
  language,
}: {
  readonly text: string;
  readonly language: Language;
}) {
  const parts = useMemo(() => partsOf(text, language), [text, language]);
  return parts.map((part, index) =>
    part.language === undefined ? (
      <pre key={index} className="text">
        {part.text}
      </pre>
    ) : (
      <Code key={index} code={part.text} language={part.language} />
    ),
  );
}
