/** The kinds of frames on the control socket. */
export type FrameKind =
  | 'open'
  | 'execute'
  | 'text'
  | 'request'
  | 'result'
  | 'ready'
  | 'output'
  | 'call'
  | 'final'
  | 'done'
  | 'reply';

/** The kinds of frames, by the byte that begins them. */
export const frameKinds: Readonly<Record<FrameKind, number>> = Object.freeze({
  /** Host: the session's options. */
  open: 0x4f,
  /** Host: run a cell. */
  execute: 0x58,
  /** Host: assign a text. */
  text: 0x54,
  /** Host: any other request. */
  request: 0x51,
  /** Host: the result of a host function. */
  result: 0x52,
  /** Guest: the driver is ready, with its walls. */
  ready: 0x4b,
  /** Guest: text that was printed. */
  output: 0x50,
  /** Guest: calls a host function and waits. */
  call: 0x43,
  /** Guest: FINAL and its kin. */
  final: 0x46,
  /** Guest: the cell has ended. */
  done: 0x44,
  /** Guest: answers a request. */
  reply: 0x56,
});
