export { approve, markPendingReview, reject, type RejectOptions } from './review.js';
export {
  createTask,
  InvalidTransitionError,
  type Task,
  type TaskChange,
  type TaskInit,
  type TaskStatus,
} from './task.js';
export { canTransition, transition } from './transition.js';
