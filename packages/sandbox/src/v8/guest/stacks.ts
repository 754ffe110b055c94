import {
  defineValue,
  each,
  GuestError,
  slice,
  uncurry,
} from '../../javascript/guest/intrinsics.js';

/** A frame of a stack, as V8 gives it. */
interface Frame {
  getFileName(): unknown;
  toString(): string;
}

/**
 * Leaves the frames of the process out of the stacks of errors: cells see their own frames, and those of the language. A cell that
 * formats stacks itself sees names of files, which are no secret, and no functions of the process, whose code is strict.
 */
export function hideFrames(): void {
  const describe: (error: Error) => string = uncurry(GuestError.prototype, 'toString');
  const format = (error: Error, frames: readonly Frame[]): string => {
    let text: string;
    try {
      text = describe(error);
    } catch {
      text = 'Error';
    }
    each(frames, (frame) => {
      const file = frame.getFileName();
      const isOwn = typeof file !== 'string' || slice(file, 0, 5) === 'cell ';
      if (isOwn) text += `\n    at ${frame.toString()}`;
    });
    return text;
  };
  defineValue(GuestError, 'prepareStackTrace', format, false);
}
