export { keepBudget } from './budget-life.js';
export { beginJournal, closeJournal } from './journal-life.js';
export { rejectionOf } from './rejection.js';
