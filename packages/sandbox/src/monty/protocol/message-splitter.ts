const lengthBytes = 4;

/** Takes the worker's bytes apart into messages (4 bytes of length, little-endian, then the message). */
export function createMessageSplitter(
  limit: number,
  onMessage: (message: Buffer) => void,
  onTooLong: (length: number) => void,
): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number = lengthBytes;
  let isHeader = true;
  let isBroken = false;

  const take = (): Buffer => {
    const all =
      parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, held);
    const rest = all.subarray(wanted);
    parts = rest.length > 0 ? [rest] : [];
    held = rest.length;
    return all.subarray(0, wanted);
  };

  return (bytes) => {
    if (isBroken) return;
    parts.push(bytes);
    held += bytes.length;
    while (held >= wanted) {
      const taken = take();
      if (!isHeader) {
        isHeader = true;
        wanted = lengthBytes;
        onMessage(taken);
        continue;
      }
      const length = taken.readUInt32LE(0);
      if (length > limit) {
        isBroken = true;
        parts = [];
        onTooLong(length);
        return;
      }
      isHeader = false;
      wanted = length;
    }
  };
}
