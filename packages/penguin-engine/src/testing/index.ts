export {
  scriptedModel,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
} from './scripted-model.js';
