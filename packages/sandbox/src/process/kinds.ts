/**
 * The kinds of frames, by the byte that begins them. A frame is that byte, the length of its payload (four bytes, little-endian), and
 * the payload: a line of JSON, after which a long text may stand as it is. `bytes` is raw, and belongs to the frame after it.
 */
export const kinds = Object.freeze({
  /** Host: what a session begins with. */
  open: 0x4f,
  /** Host: run a cell. */
  execute: 0x58,
  /** Host: assign a text, which stands after the line. */
  text: 0x54,
  /** Host: any other request. */
  request: 0x51,
  /** Host: the result of a host function. */
  result: 0x52,
  /** Host: the cell that waits is to stop. */
  stop: 0x53,
  /** Both: raw bytes that belong to another frame. */
  bytes: 0x42,
  /** Child: it takes frames, which walls stand, and what the bytes are that came before. */
  ready: 0x4b,
  /** Child: text that was printed. */
  output: 0x50,
  /** Child: calls a host function. */
  call: 0x43,
  /** Child: nothing can run until a result comes. */
  wait: 0x57,
  /** Child: FINAL and its kin. */
  final: 0x46,
  /** Child: the cell has ended. */
  done: 0x44,
  /** Child: answers a request. */
  reply: 0x56,
  /** Child: a snapshot, whose bytes came before it. */
  snapshot: 0x49,
  /** Child: it was stopped at something forbidden; the payload says what. */
  violation: 0x21,
});

/** Bytes before a payload: its kind, and its length. */
export const headerBytes = 5;
