import { collectBytes } from '../../host/collect-bytes.js';

const lengthBytes = 4;

/** Takes the worker's bytes apart into messages (4 bytes of length, little-endian, then the message). */
export function createMessageSplitter(
  limit: number,
  onMessage: (message: Buffer) => void,
  onTooLong: (length: number) => void,
): (bytes: Buffer) => void {
  let isHeader = true;
  return collectBytes(lengthBytes, (run) => {
    if (!isHeader) {
      isHeader = true;
      onMessage(run);
      return lengthBytes;
    }
    const length = run.readUInt32LE(0);
    if (length > limit) {
      onTooLong(length);
      return undefined;
    }
    isHeader = false;
    return length;
  });
}
