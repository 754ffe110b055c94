export { manualClock, type ManualClock } from './manual-clock.js';
export { recordEvents, type EventRecorder } from './record-events.js';
export {
  scriptedModel,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedModelOptions,
} from './scripted-model.js';
