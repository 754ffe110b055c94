import { configurePackage } from '@rlm/config/lint';

export default configurePackage();
