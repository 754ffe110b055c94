import { SandboxError } from '../contract/errors.js';
import type { SessionImage } from '../contract/session.js';
import type { CallTime } from './call-time.js';
import { sha256Hex } from './content-key.js';
import type { EngineRecipe } from './engine.js';
import type { Guest } from './guest.js';

/** Wraps a guest's bytes as an image that names its build and can be verified. */
export async function makeImage(recipe: EngineRecipe, bytes: Uint8Array): Promise<SessionImage> {
  const [build, sha256] = await Promise.all([buildOf(recipe), sha256Hex(bytes)]);
  return Object.freeze({ backend: recipe.name, build, bytes, sha256 });
}

/**
 * A guest's state as bytes.
 *
 * @throws SandboxError `unsupported` where the engine has no images, `value_rejected` where it is over `mostBytes`
 */
export async function takeImage(
  recipe: EngineRecipe,
  guest: Guest,
  mostBytes: number,
  time: CallTime,
): Promise<Uint8Array> {
  const bytes = await guest.image(recipe.name, mostBytes, time);
  if (bytes !== undefined) return bytes;
  throw new SandboxError('value_rejected', `the image would be larger than ${mostBytes} bytes`);
}

/**
 * Refuses an image of another backend or build, or one that was altered.
 *
 * @throws SandboxError `image_mismatch`, `unsupported`
 */
export async function verifyImage(recipe: EngineRecipe, image: SessionImage): Promise<void> {
  if (!recipe.capabilities.snapshot) {
    throw new SandboxError('unsupported', `${recipe.name} cannot open images`);
  }
  const build = await buildOf(recipe);
  if (image.backend !== recipe.name || image.build !== build) {
    throw new SandboxError(
      'image_mismatch',
      `expected an image of ${recipe.name} (build ${build}), got one of ${image.backend} (build ${image.build})`,
    );
  }
  if ((await sha256Hex(image.bytes)) !== image.sha256) {
    throw new SandboxError('image_mismatch', 'the bytes of the image do not have its SHA-256');
  }
}

async function buildOf(recipe: EngineRecipe): Promise<string> {
  return (await recipe.build?.()) ?? '';
}
