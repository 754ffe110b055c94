export type { Question } from './question.js';
export {
  runMany,
  type QuestionResult,
  type QuestionStore,
  type RunMany,
  type RunManyOptions,
} from './run-many.js';
