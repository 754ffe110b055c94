import { refuseOption } from '@rlm/repl-types/internal';
import { SandboxError } from '../../contract/errors.js';
import type { SessionImage } from '../../contract/session.js';
import type { CallTime } from '../guest/call-time.js';
import { sha256OfLong } from '../log/content-key.js';
import type { EngineRecipe } from '../../contract/engine.js';
import type { Guest } from '../guest/guest.js';

/** Wraps a guest's bytes as an image that names its build and can be verified. */
export async function makeImage(
  recipe: EngineRecipe,
  bytes: Uint8Array,
  cells: number,
): Promise<SessionImage> {
  const [build, sha256] = await Promise.all([buildOf(recipe), sha256OfLong(bytes)]);
  return Object.freeze({ backend: recipe.name, build, cells, bytes, sha256 });
}

/**
 * A guest's state as bytes.
 *
 * @throws SandboxError `unsupported` if the engine has no images, `value_rejected` if it is over `mostBytes`
 */
export async function takeImage(
  recipe: EngineRecipe,
  guest: Guest,
  mostBytes: number,
  time: CallTime,
): Promise<Uint8Array> {
  const bytes = await guest.image(recipe.name, mostBytes, time);
  if (bytes !== undefined && bytes.length <= mostBytes) return bytes;
  throw new SandboxError('value_rejected', `the image would be larger than ${mostBytes} bytes`);
}

/** The size of an image besides the guest's memory, in bytes: names, texts of the host, a header. */
const besideMemoryBytes = 16 * 1024 * 1024;

/**
 * Refuses an image of another backend or build, one that was altered, or one that no guest of `memoryBytes` can have
 * produced.
 *
 * @throws InvalidOptionError; SandboxError `image_mismatch`, `unsupported`
 */
export async function verifyImage(
  recipe: EngineRecipe,
  image: SessionImage,
  memoryBytes: number,
): Promise<void> {
  if (!recipe.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${recipe.name} cannot open images`);
  }
  const mostBytes = memoryBytes + besideMemoryBytes;
  if (image.bytes.length > mostBytes) {
    const problem = `expected at most ${mostBytes} bytes (limits.memoryBytes and a margin), got ${image.bytes.length}`;
    throw refuseOption({ option: 'image.bytes', problem });
  }
  const build = await buildOf(recipe);
  if (image.backend !== recipe.name || image.build !== build) {
    throw new SandboxError(
      'image_mismatch',
      `expected an image of ${recipe.name} (build ${build}), got one of ${image.backend} (build ${image.build})`,
    );
  }
  if ((await sha256OfLong(image.bytes)) !== image.sha256) {
    throw new SandboxError('image_mismatch', 'the bytes of the image do not have its SHA-256');
  }
}

/** The `build` of a recipe's images. */
export async function buildOf(recipe: EngineRecipe): Promise<string> {
  return (await recipe.build?.()) ?? '';
}
