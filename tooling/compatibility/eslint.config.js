import { configurePackage } from '@rlm/config/eslint';

export default configurePackage(import.meta.dirname);
