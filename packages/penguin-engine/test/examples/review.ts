import { approve, createTask, markPendingReview, transition } from '../../src/index.js';

const running = transition(createTask({ id: 'T-1', name: 'Greet' }), 'running');
const pending = markPendingReview(running, 'finish_task: done');
const { status, progress } = approve(pending, 'ada');
console.log(status, progress); // completed 100
