export { messageHashes } from '../effects/message-hashes.js';
export { manualClock } from './manual-clock.js';
export { recordEvents } from './record-events.js';
export { scriptedModel, type ScriptedModel, type ScriptedReply } from './scripted-model.js';
