import { configurePackage } from './eslint.js';

export default configurePackage(import.meta.dirname);
