/**
 * The channels of harmony, the format of gpt-oss. A server should take them apart; those that do not give them as text,
 * or leave out the special tokens between them (`analysisWe need ...assistantfinal42`).
 */

const header =
  /(?:<\|start\|>\s{0,9}(?:assistant)?)?\s{0,9}<\|channel\|>\s{0,9}(analysis|commentary|final)\b([^\n<]{0,200}(?:<\|constrain\|>[^\n<]{0,60})?)<\|message\|>/y;

/** Which channel's header begins at an index, and where it ends; null if none does. */
function headerAt(
  text: string,
  at: number,
): { readonly channel: string; readonly isCall: boolean; readonly end: number } | null {
  header.lastIndex = at;
  const match = header.exec(text);
  if (match === null) return null;
  const [, channel = '', more = ''] = match;
  // A message to a tool is no thought, though no tool answers it here.
  const isCall = channel !== 'final' && /\bto\s*=/.test(more);
  return { channel, isCall, end: header.lastIndex };
}

/** The source of a regular expression for the header before an answer. */
export const finalHeader =
  '(?:<\\|start\\|>\\s{0,9}(?:assistant)?\\s{0,9})?<\\|channel\\|>\\s{0,9}final\\b[^\\n<]{0,200}<\\|message\\|>';

/** Finds the end of a message, from ascending indexes: each part of the text is read once. */
const messageEnd = /<\|(?:(?:end|return|call)\|>|(?=(?:start|channel)\|>))|$/g;

/**
 * The index after the channel of thoughts, or the header of an answer, that begins at `at`; -1 if neither does.
 */
export function channelEnd(text: string, at: number): number {
  const found = headerAt(text, at);
  if (found === null || found.isCall) return -1;
  if (found.channel === 'final') return found.end;
  messageEnd.lastIndex = found.end;
  const match = messageEnd.exec(text);
  if (match === null) return text.length;
  // Before the header of the next message.
  return match[0] === '<|' ? match.index : messageEnd.lastIndex;
}

const strippedStart = /\s*(?:assistant)?(?:analysis|commentary)/y;
const thinks =
  /(?:We|The|I|User|Let|Need|So|Okay|OK|It|This|That|You|They|There|First|To|Now|Question|Given|In|If|A|Hmm|Maybe|Just|Simple)\b/y;

/**
 * The index after the thoughts of a text that lost the special tokens between its channels, and the mark of its answer;
 * -1 if it has no such form.
 */
export function strippedEnd(text: string, from: number): number {
  strippedStart.lastIndex = from;
  if (!strippedStart.test(text)) return -1;
  const body = strippedStart.lastIndex;
  const final = text.indexOf('assistantfinal', body);
  if (final !== -1) return final + 'assistantfinal'.length;
  const call = /assistant(?=commentary to=)/.exec(text.slice(body));
  if (call !== null) return body + call.index + call[0].length;
  // Thoughts without an end. A word such as "analysis" or `analysisResult` begins other texts.
  thinks.lastIndex = body;
  return thinks.test(text) ? text.length : -1;
}
