export { approve, markPendingReview, reject } from './review.js';
export { createTask, InvalidTransitionError, type Task } from './task.js';
export { canTransition, transition } from './transition.js';
