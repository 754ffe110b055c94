import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({ cores: [{ of: ['internal'], without: ['model', 'testing'] }] });
