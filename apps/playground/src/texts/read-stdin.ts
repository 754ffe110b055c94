/** Reads stdin to its end. On a terminal, it says how to end the input. */
export async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('The text is read from here; Ctrl-D ends it.\n');
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
