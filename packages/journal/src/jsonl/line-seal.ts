import { createHash } from 'node:crypto';

const sealed = /,"s":"([0-9a-f]{8})"\}$/;

/** The first 8 digits of a text's SHA-256. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** A line of a file: the text with its checksum as last member, and the line break. */
export function sealLine(text: string): string {
  return `${text.slice(0, -1)},"s":"${digestOf(text)}"}\n`;
}

/** The text of a line without its checksum; undefined if the checksum is wrong. */
export function unsealLine(line: string): string | undefined {
  const [end = '', digest] = sealed.exec(line) ?? [];
  const text = `${line.slice(0, -end.length)}}`;
  return digest !== undefined && digestOf(text) === digest ? text : undefined;
}
