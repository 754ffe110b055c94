/** The kinds of frames on the control socket, by the byte that begins them. */
export const frameKinds = {
  /** Host: the options of the session. */
  open: 0x4f,
  /** Host: a request, or the failure of a call; JSON. */
  request: 0x51,
  /** Host: the result of a call: a line of JSON, and the value. */
  result: 0x52,
  /** Host: a text begins; JSON of what it is assigned to, and its size in bytes. */
  text: 0x54,
  /** Host: the next bytes of that text. */
  slice: 0x53,
  /** Host: the number of a cell to stop, for when nothing of it runs. */
  stop: 0x49,
  /** Guest: the process is ready, or not; JSON. */
  ready: 0x4b,
  /** Guest: a frame: a line of JSON, and its long text. */
  frame: 0x46,
} as const;
