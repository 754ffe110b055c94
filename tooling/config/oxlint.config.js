import { configurePackage } from './lint.js';

export default configurePackage();
