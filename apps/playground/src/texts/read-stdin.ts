/**
 * Reads stdin to its end, or until it is more than `maxBytes`: what is returned then is more. On a terminal, it says how to end the input.
 */
export async function readStdin(maxBytes: number): Promise<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('The text is read from here; Ctrl-D ends it.\n');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts);
}
