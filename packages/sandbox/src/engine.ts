/**
 * For those who write a backend: the engine that they write, the frames that it carries, and what makes a backend of it.
 *
 * @module
 */
export { defineBackend } from './supervisor/define-backend.js';
export type { Engine, EngineRecipe, EngineStart } from './contract/engine.js';
export type { GuestFrame, HostFrame } from './contract/frames.js';
